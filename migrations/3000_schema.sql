-- The tables with their indexes, by name, as src/**/table.ts declares them, and the one row that every database needs. A test compares them.
-- Numbers begin at 3000, because the migrations from before the release had lower ones, and D1 passes over files whose names it has
-- applied. drizzle-kit cannot write WITHOUT ROWID, which four tables have.
CREATE TABLE `access_events` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`date` integer NOT NULL,
	`type` text NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	`user_id` text,
	`company_id` text,
	`session_id` text,
	`request_id` text,
	`place` text,
	`country` text,
	`city` text,
	`device` text,
	`request` text,
	`reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_events_key` ON `access_events` (`key`);--> statement-breakpoint
CREATE INDEX `access_events_date` ON `access_events` (`date`);--> statement-breakpoint
CREATE INDEX `access_events_type` ON `access_events` (`type`,`date`);--> statement-breakpoint
CREATE INDEX `access_events_user` ON `access_events` (`user_id`);--> statement-breakpoint
CREATE INDEX `access_events_company` ON `access_events` (`company_id`);--> statement-breakpoint

CREATE TABLE `address_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`origin` text NOT NULL,
	`key` text NOT NULL,
	`code_mark` text NOT NULL,
	`date_expires` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_changes_key` ON `address_changes` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `address_changes_code_mark` ON `address_changes` (`code_mark`);--> statement-breakpoint
CREATE INDEX `address_changes_user` ON `address_changes` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `address_changes_waiting` ON `address_changes` (`user_id`) WHERE kind = 'CONFIRMATION';--> statement-breakpoint
CREATE INDEX `address_changes_expiry` ON `address_changes` (`date_expires`);--> statement-breakpoint

CREATE TABLE `addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`cell` text NOT NULL,
	`user_id` text NOT NULL,
	`claim` text,
	`since` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `addresses_user` ON `addresses` (`user_id`);--> statement-breakpoint
CREATE INDEX `addresses_in_doubt` ON `addresses` (`since`) WHERE claim IS NOT NULL;--> statement-breakpoint
CREATE INDEX `addresses_cell` ON `addresses` (`cell`);--> statement-breakpoint

CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cell` text NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`date` integer NOT NULL,
	`is_from_d1` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `announcements_cell` ON `announcements` (`cell`);--> statement-breakpoint

CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text,
	`user_id` text NOT NULL,
	`maker_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`operations` text NOT NULL,
	`date_expires` integer,
	`date_used` integer,
	`date_revoked` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`maker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE INDEX `api_keys_maker` ON `api_keys` (`maker_id`);--> statement-breakpoint
CREATE INDEX `api_keys_company` ON `api_keys` (`company_id`,`id`);--> statement-breakpoint

CREATE TABLE `approval_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`module` text NOT NULL,
	`max_amount_value` integer NOT NULL,
	`max_amount_currency` text NOT NULL,
	`accepts_invoices` integer NOT NULL,
	`sample_percent` integer NOT NULL,
	`date_deleted` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approval_rules_max_amount" CHECK("approval_rules"."max_amount_value" BETWEEN 1 AND 100000000),
	CONSTRAINT "approval_rules_sample" CHECK("approval_rules"."sample_percent" BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approval_rules_module` ON `approval_rules` (`company_id`,`module`) WHERE date_deleted IS NULL;--> statement-breakpoint

CREATE TABLE `approval_seeds` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text NOT NULL,
	`month` integer NOT NULL,
	`commitment` text NOT NULL,
	`sealed` text,
	`seed` text,
	`date_revealed` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approval_seeds_revealed" CHECK(("approval_seeds"."sealed" IS NULL) = ("approval_seeds"."seed" IS NOT NULL) AND ("approval_seeds"."seed" IS NULL) = ("approval_seeds"."date_revealed" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approval_seeds_month` ON `approval_seeds` (`company_id`,`month`);--> statement-breakpoint
CREATE INDEX `approval_seeds_sealed` ON `approval_seeds` (`sealed`) WHERE sealed IS NOT NULL;--> statement-breakpoint

CREATE TABLE `backups` (
	`company_id` text PRIMARY KEY NOT NULL,
	`date` integer DEFAULT 0 NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`begun` integer DEFAULT 0 NOT NULL,
	`outdated` integer
);
--> statement-breakpoint
CREATE INDEX `backups_date` ON `backups` (`date`);--> statement-breakpoint
CREATE INDEX `backups_outdated` ON `backups` (`outdated`) WHERE outdated IS NOT NULL;--> statement-breakpoint

CREATE TABLE `budget_expiries` (
	`employee_id` text PRIMARY KEY NOT NULL,
	`date_examined` integer NOT NULL,
	`date_due` integer,
	`revision` integer NOT NULL,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `budget_expiries_due` ON `budget_expiries` (`date_due`) WHERE date_due IS NOT NULL;--> statement-breakpoint

CREATE TABLE `calendar_addresses` (
	`company_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`shows_names` integer NOT NULL,
	`date_created` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calendar_addresses_hash" CHECK(length("calendar_addresses"."hash") = 43)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_addresses_hash` ON `calendar_addresses` (`hash`);--> statement-breakpoint

CREATE TABLE `claims` (
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`cell` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`kind`, `value`),
	CONSTRAINT "claims_kind" CHECK("claims"."kind" IN ('CODE', 'DOMAIN', 'MAIL'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `claims_since` ON `claims` (`kind`,`since`);--> statement-breakpoint

CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`name` text NOT NULL,
	`payroll_reference_day` integer NOT NULL,
	`submission_day` integer,
	`receipt_required_modules` text DEFAULT '[]' NOT NULL,
	`observed_limits` text DEFAULT '[]' NOT NULL,
	`sender_name` text,
	`color` text,
	`logo` text,
	`language` text,
	`tax_affiliation` text NOT NULL,
	`monthly_budget_restricts_flex` integer DEFAULT false NOT NULL,
	`retention_months` integer DEFAULT 120 NOT NULL,
	`leaver_access_days` integer DEFAULT 30 NOT NULL,
	`second_factor_required` integer DEFAULT false NOT NULL,
	`own_benefits_allowed` integer DEFAULT false NOT NULL,
	`invite_from_directory` integer DEFAULT false NOT NULL,
	`max_expenses_per_month` integer DEFAULT 200 NOT NULL,
	`max_receipt_bytes_per_month` integer DEFAULT 209715200 NOT NULL,
	`max_employees` integer DEFAULT 100000 NOT NULL,
	`max_templates` integer DEFAULT 500 NOT NULL,
	`max_stored_bytes` integer DEFAULT 107374182400 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`assistants` integer DEFAULT false NOT NULL,
	`proposals_need_second_person` integer DEFAULT false NOT NULL,
	`is_sandbox` integer DEFAULT false NOT NULL,
	CONSTRAINT "companies_payroll_reference_day" CHECK("companies"."payroll_reference_day" BETWEEN 1 AND 28),
	CONSTRAINT "companies_submission_day" CHECK("companies"."submission_day" BETWEEN 1 AND "companies"."payroll_reference_day")
);
--> statement-breakpoint
CREATE INDEX `companies_reference_day` ON `companies` (`payroll_reference_day`);--> statement-breakpoint
CREATE INDEX `companies_submission_day` ON `companies` (`submission_day`) WHERE submission_day IS NOT NULL;--> statement-breakpoint
CREATE INDEX `companies_sandbox` ON `companies` (`id`) WHERE is_sandbox;--> statement-breakpoint

CREATE TABLE `company_domains` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`domain` text NOT NULL,
	`date_verified` integer,
	`date_checked` integer,
	`date_missing` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_domains_missing" CHECK("company_domains"."date_missing" IS NULL OR "company_domains"."date_verified" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_domains_company` ON `company_domains` (`company_id`,`domain`);--> statement-breakpoint
CREATE UNIQUE INDEX `company_domains_proven` ON `company_domains` (`domain`) WHERE date_verified IS NOT NULL;--> statement-breakpoint
CREATE INDEX `company_domains_due` ON `company_domains` (`date_checked`) WHERE date_verified IS NOT NULL;--> statement-breakpoint

CREATE TABLE `company_logos` (
	`company_id` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint

CREATE TABLE `cut_offs` (
	`company_id` text PRIMARY KEY NOT NULL,
	`month` integer NOT NULL,
	`date_passed` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cut_offs_passed` ON `cut_offs` (`date_passed`);--> statement-breakpoint

CREATE TABLE `default_accesses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`employee_id` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "default_accesses_period" CHECK("default_accesses"."valid_until" IS NULL OR "default_accesses"."valid_until" >= "default_accesses"."valid_from")
);
--> statement-breakpoint
CREATE INDEX `default_accesses_timeline` ON `default_accesses` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint

CREATE TABLE `directory_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`external_id` text,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directory_groups_key` ON `directory_groups` (`company_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `directory_groups_name` ON `directory_groups` (`company_id`,`name`);--> statement-breakpoint

CREATE TABLE `employee_groups` (
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`cost_center` text,
	`employee_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `name`, `employee_id`),
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `employee_groups_cost_center` ON `employee_groups` (`company_id`,`name`,`cost_center`,`employee_id`);--> statement-breakpoint

CREATE TABLE `employees` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`personnel_number` text,
	`cost_center` text,
	`groups` text NOT NULL,
	`user_name` text,
	`external_id` text,
	`date_deprovisioned` integer,
	`date_terminated` integer,
	`date_termination_settled` integer,
	`date_sign_in_settled` integer,
	`date_kept_open` integer,
	`date_left` integer,
	`revision` integer NOT NULL,
	`date_erased` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `employees_user` ON `employees` (`user_id`);--> statement-breakpoint
CREATE INDEX `employees_company` ON `employees` (`company_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `employees_personnel_number` ON `employees` (`company_id`,`personnel_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `employees_user_name` ON `employees` (`company_id`,user_name COLLATE NOCASE) WHERE user_name IS NOT NULL AND date_deprovisioned IS NULL;--> statement-breakpoint
CREATE INDEX `employees_external_id` ON `employees` (`company_id`,`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `employees_modified` ON `employees` (`company_id`,`date_modified`,`id`);--> statement-breakpoint
CREATE INDEX `employees_cost_center` ON `employees` (`company_id`,`cost_center`,`id`);--> statement-breakpoint
CREATE INDEX `employees_due_terminations` ON `employees` (`date_terminated`) WHERE date_terminated IS NOT NULL AND date_termination_settled IS NULL;--> statement-breakpoint
CREATE INDEX `employees_due_closures` ON `employees` (`date_terminated`) WHERE date_terminated IS NOT NULL AND date_sign_in_settled IS NULL;--> statement-breakpoint
CREATE INDEX `employees_erased` ON `employees` (`company_id`) WHERE date_erased IS NOT NULL;--> statement-breakpoint
CREATE INDEX `employees_kept_open` ON `employees` (`company_id`) WHERE date_kept_open IS NOT NULL;--> statement-breakpoint
CREATE INDEX `employees_leavers` ON `employees` (`company_id`,`date_terminated`,`id`) WHERE date_terminated IS NOT NULL AND date_erased IS NULL;--> statement-breakpoint

CREATE TABLE `event_archive_subjects` (
	`subject` integer NOT NULL,
	`archive` integer NOT NULL,
	`is_due` integer NOT NULL,
	PRIMARY KEY(`subject`, `archive`)
);
--> statement-breakpoint
CREATE INDEX `event_archive_subjects_due` ON `event_archive_subjects` (`archive`) WHERE is_due;--> statement-breakpoint

CREATE TABLE `event_archives` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` integer,
	`month` text NOT NULL,
	`first_position` integer NOT NULL,
	`last_position` integer NOT NULL,
	`first_id` blob NOT NULL,
	`last_id` blob NOT NULL,
	`count` integer NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_archives_key` ON `event_archives` (`key`);--> statement-breakpoint
CREATE INDEX `event_archives_company` ON `event_archives` (`company`,`last_position`);--> statement-breakpoint
CREATE INDEX `event_archives_last` ON `event_archives` (`last_position`);--> statement-breakpoint

CREATE TABLE `event_authors` (
	`id` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`user_id` blob,
	`session_id` blob,
	`roles` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_authors_session` ON `event_authors` (`session_id`);--> statement-breakpoint
CREATE INDEX `event_authors_user` ON `event_authors` (`user_id`);--> statement-breakpoint

CREATE TABLE `event_files` (
	`key` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_discarded` integer
);
--> statement-breakpoint
CREATE INDEX `event_files_created` ON `event_files` (`date_created`);--> statement-breakpoint

CREATE TABLE `event_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_hours_position` ON `event_hours` (`position`);--> statement-breakpoint

CREATE TABLE `event_parties` (
	`id` integer PRIMARY KEY NOT NULL,
	`uuid` blob NOT NULL,
	`type` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_parties_uuid` ON `event_parties` (`uuid`);--> statement-breakpoint

CREATE TABLE `event_texts` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_texts_text` ON `event_texts` (`text`);--> statement-breakpoint

CREATE TABLE `event_values` (
	`id` blob PRIMARY KEY NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint

CREATE TABLE `events` (
	`position` integer PRIMARY KEY NOT NULL,
	`id` blob NOT NULL,
	`date` integer NOT NULL,
	`request_id` blob,
	`author` integer NOT NULL,
	`company` integer,
	`subject` integer NOT NULL,
	`record_id` blob,
	`type` integer NOT NULL,
	`fields` integer NOT NULL,
	`before` text,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_company` ON `events` (`company`);--> statement-breakpoint
CREATE INDEX `events_company_type` ON `events` (`company`,`type`);--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`subject`);--> statement-breakpoint
CREATE INDEX `events_author` ON `events` (`author`);--> statement-breakpoint
CREATE INDEX `events_request` ON `events` (`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint

CREATE TABLE `expenses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`employee_id` text NOT NULL,
	`company_id` text NOT NULL,
	`author_id` text NOT NULL,
	`module` text NOT NULL,
	`amount_value` integer NOT NULL,
	`amount_currency` text NOT NULL,
	`date` integer NOT NULL,
	`days` integer,
	`is_public_transport` integer,
	`note` text,
	`state` text NOT NULL,
	`date_decided` integer,
	`decider_id` text,
	`rejection_reason` text,
	`requested_amount_value` integer,
	`approved_amount_value` integer,
	`reasons` text DEFAULT '[]' NOT NULL,
	`meal_price_value` integer,
	`recreation_for` text,
	`approved_days` integer,
	`absences_recorded` integer DEFAULT false NOT NULL,
	`date_returned` integer,
	`returner_id` text,
	`machine_facts` text,
	`approval_rule_id` text REFERENCES approval_rules(id),
	`date_ruled` integer,
	`date_sampled` integer,
	`standing_expense_id` text REFERENCES standing_expenses(id),
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`returner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "expenses_approved_amount" CHECK(("expenses"."state" = 'APPROVED') = ("expenses"."approved_amount_value" IS NOT NULL)
				AND ("expenses"."approved_amount_value" IS NULL OR "expenses"."approved_amount_value" BETWEEN 1 AND "expenses"."amount_value")),
	CONSTRAINT "expenses_amount" CHECK("expenses"."amount_value" BETWEEN 1 AND 100000000),
	CONSTRAINT "expenses_days" CHECK(("expenses"."days" IS NOT NULL) = ("expenses"."module" = 'MEALS')),
	CONSTRAINT "expenses_public_transport" CHECK(("expenses"."is_public_transport" IS NOT NULL) = ("expenses"."module" = 'MOBILITY'))
);
--> statement-breakpoint
CREATE INDEX `expenses_employee` ON `expenses` (`employee_id`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_company` ON `expenses` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_unapproved` ON `expenses` (`company_id`,`state`,`id`) WHERE state <> 'APPROVED';--> statement-breakpoint
CREATE INDEX `expenses_returned` ON `expenses` (`date_returned`) WHERE state = 'NEEDS_CORRECTION';--> statement-breakpoint
CREATE INDEX `expenses_queue` ON `expenses` (`company_id`,`date`,`id`) WHERE state = 'SUBMITTED';--> statement-breakpoint
CREATE INDEX `expenses_purchase` ON `expenses` (`company_id`,machine_facts ->> 'mark') WHERE machine_facts IS NOT NULL;--> statement-breakpoint
CREATE INDEX `expenses_till` ON `expenses` (`company_id`,machine_facts ->> 'issuerMark',`employee_id`) WHERE machine_facts IS NOT NULL;--> statement-breakpoint
CREATE INDEX `expenses_unruled` ON `expenses` (`company_id`,`module`,`id`) WHERE state = 'SUBMITTED' AND machine_facts IS NOT NULL AND date_ruled IS NULL;--> statement-breakpoint
CREATE INDEX `expenses_month` ON `expenses` (`company_id`,`module`,`date`);--> statement-breakpoint
CREATE INDEX `expenses_taken` ON `expenses` (`employee_id`,`date`,`amount_value`) WHERE state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED');--> statement-breakpoint

CREATE TABLE `external_identities` (
	`company_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`date_created` integer NOT NULL,
	PRIMARY KEY(`company_id`, `issuer`, `subject`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_identities_user` ON `external_identities` (`user_id`,`company_id`,`issuer`);--> statement-breakpoint

CREATE TABLE `fences` (
	`claim` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fences_since` ON `fences` (`since`);--> statement-breakpoint

CREATE TABLE `flex_accesses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`employee_id` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer,
	`budget_value` integer NOT NULL,
	`budget_currency` text NOT NULL,
	`allowed_modules` text NOT NULL,
	`accumulate_budget` integer NOT NULL,
	`tax_rule_template_id` text NOT NULL,
	`date_began_recorded` integer,
	`date_ended_recorded` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tax_rule_template_id`) REFERENCES `tax_rule_templates`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "flex_accesses_period" CHECK("flex_accesses"."valid_until" IS NULL OR "flex_accesses"."valid_until" >= "flex_accesses"."valid_from"),
	CONSTRAINT "flex_accesses_budget" CHECK("flex_accesses"."budget_value" BETWEEN 0 AND 100000000)
);
--> statement-breakpoint
CREATE INDEX `flex_accesses_timeline` ON `flex_accesses` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `flex_accesses_ending` ON `flex_accesses` (`valid_until`) WHERE valid_until IS NOT NULL AND date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `flex_accesses_beginning` ON `flex_accesses` (`valid_from`) WHERE date_deleted IS NULL AND date_began_recorded IS NULL;--> statement-breakpoint
CREATE INDEX `flex_accesses_unrecorded_end` ON `flex_accesses` (`valid_until`) WHERE date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `flex_accesses_removed` ON `flex_accesses` (`date_deleted`) WHERE date_deleted IS NOT NULL AND date_began_recorded IS NOT NULL AND date_ended_recorded IS NULL;--> statement-breakpoint

CREATE TABLE `forwards` (
	`hash` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL
);
--> statement-breakpoint

CREATE TABLE `grants` (
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`home` text NOT NULL,
	`is_wanted` integer DEFAULT true NOT NULL,
	`since` integer,
	PRIMARY KEY(`user_id`, `company_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `grants_in_doubt` ON `grants` (`since`) WHERE since IS NOT NULL;--> statement-breakpoint

CREATE TABLE `idempotency_keys` (
	`caller_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`attempt` text NOT NULL,
	`record_id` text NOT NULL,
	`date_created` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`subject_id` text,
	`headers` text,
	`body` text,
	PRIMARY KEY(`caller_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`date_created`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_subject` ON `idempotency_keys` (`subject_id`) WHERE subject_id IS NOT NULL;--> statement-breakpoint

CREATE TABLE `identity_providers` (
	`company_id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text NOT NULL,
	`only_sso` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `identity_providers_sealed` ON `identity_providers` (`client_secret`);--> statement-breakpoint

CREATE TABLE `invitation_days` (
	`email_key` text NOT NULL,
	`day` integer NOT NULL,
	`invitations` integer NOT NULL,
	PRIMARY KEY(`email_key`, `day`)
);
--> statement-breakpoint
CREATE INDEX `invitation_days_most` ON `invitation_days` (`day`,`invitations`);--> statement-breakpoint

CREATE TABLE `issued_vouchers` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`employee_id` text NOT NULL,
	`goodies_voucher_type` text NOT NULL,
	`interval` text NOT NULL,
	`amount_value` integer NOT NULL,
	`amount_currency` text NOT NULL,
	`planned_voucher_id` text NOT NULL,
	`due_date` integer NOT NULL,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`planned_voucher_id`) REFERENCES `planned_vouchers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `issued_vouchers_employee` ON `issued_vouchers` (`employee_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `issued_vouchers_occurrence` ON `issued_vouchers` (`planned_voucher_id`,`due_date`);--> statement-breakpoint

CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`date_run` integer NOT NULL,
	`date_succeeded` integer,
	`handled` integer NOT NULL,
	`jobs` text
);
--> statement-breakpoint

CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`device` text NOT NULL,
	`country` text NOT NULL,
	`date_used` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device`, `country`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `known_devices_used` ON `known_devices` (`date_used`);--> statement-breakpoint

CREATE TABLE `known_places` (
	`key` text PRIMARY KEY NOT NULL,
	`date_used` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `known_places_used` ON `known_places` (`date_used`);--> statement-breakpoint

CREATE TABLE `known_tills` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`author_id` text NOT NULL,
	`name` text NOT NULL,
	`issuer_mark` text NOT NULL,
	`serial_number` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer NOT NULL,
	`fingerprint` text NOT NULL,
	CONSTRAINT "known_tills_validity" CHECK("known_tills"."valid_from" <= "known_tills"."valid_until")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `known_tills_fingerprint` ON `known_tills` (`fingerprint`);--> statement-breakpoint
CREATE INDEX `known_tills_key` ON `known_tills` (`issuer_mark`,`valid_from`);--> statement-breakpoint

CREATE TABLE `login_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`attempts` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_attempts_window` ON `login_attempts` (`window_start`);--> statement-breakpoint

CREATE TABLE `mail_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`attempts` integer NOT NULL,
	`per_day` integer
);
--> statement-breakpoint

CREATE TABLE `mail_turns` (
	`party` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`attempts` integer NOT NULL,
	`ordinal` integer NOT NULL
);
--> statement-breakpoint

CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text,
	`recipient` text,
	`data` text NOT NULL,
	`sealed` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`priority` integer NOT NULL,
	`date_due` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`date_attempted` integer,
	`attempt` text,
	`turn` integer,
	`date_sent` integer,
	`carrier_id` text,
	`reason` text,
	`kept` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mails_sealed" CHECK(state = 'waiting' OR sealed IS NULL)
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`priority`,`date_due`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mails_turn` ON `mails` (`company_id`,`priority`,`date_due`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mails_company` ON `mails` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`company_id`,`state`,`id`) WHERE state <> 'sent';--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `mails_sealed_by` ON `mails` (`sealed`) WHERE sealed IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_carrier` ON `mails` (`carrier_id`) WHERE carrier_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_kept_by` ON `mails` (`kept`) WHERE kept IS NOT NULL;--> statement-breakpoint

CREATE TABLE `movers` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`party` integer,
	`is_closed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `movers_closed` ON `movers` (`id`) WHERE is_closed;--> statement-breakpoint
CREATE INDEX `movers_closed_party` ON `movers` (`party`) WHERE is_closed;--> statement-breakpoint

CREATE TABLE `moves` (
	`cell` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`source` text,
	`step` text NOT NULL,
	`part` integer DEFAULT 0 NOT NULL,
	`key` text DEFAULT '' NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`copied` integer DEFAULT 0 NOT NULL,
	`date_started` integer NOT NULL,
	`date_closed` integer,
	`date_opened` integer,
	`date_ended` integer,
	`reason` text,
	`backup` text,
	`released` text,
	`erased` text,
	`restored_to` integer,
	`author` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `moves_unfinished` ON `moves` (`company_id`) WHERE date_ended IS NULL AND (date_opened IS NULL OR source IS NULL);--> statement-breakpoint
CREATE INDEX `moves_left` ON `moves` (`date_opened`) WHERE date_ended IS NULL;--> statement-breakpoint
CREATE INDEX `moves_company` ON `moves` (`company_id`,`date_started`);--> statement-breakpoint

CREATE TABLE `muted_notices` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint

CREATE TABLE `one_time_tokens` (
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`key` text NOT NULL,
	`code_hash` text,
	`code_mark` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`author_id` text,
	`date_created` integer NOT NULL,
	`date_expires` integer NOT NULL,
	PRIMARY KEY(`user_id`, `purpose`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_tokens_purpose" CHECK("one_time_tokens"."purpose" IN ('REGISTRATION', 'PASSWORD_RESET'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_key` ON `one_time_tokens` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_code_mark` ON `one_time_tokens` (`code_mark`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_expiry` ON `one_time_tokens` (`date_expires`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_author` ON `one_time_tokens` (`author_id`);--> statement-breakpoint

CREATE TABLE `pauses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`employee_id` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer,
	`date_began_recorded` integer,
	`date_ended_recorded` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pauses_period" CHECK("pauses"."valid_until" IS NULL OR "pauses"."valid_until" >= "pauses"."valid_from")
);
--> statement-breakpoint
CREATE INDEX `pauses_timeline` ON `pauses` (`employee_id`,`valid_from`);--> statement-breakpoint
CREATE INDEX `pauses_beginning` ON `pauses` (`valid_from`) WHERE date_deleted IS NULL AND date_began_recorded IS NULL;--> statement-breakpoint
CREATE INDEX `pauses_ending` ON `pauses` (`valid_until`) WHERE date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL;--> statement-breakpoint

CREATE TABLE `payroll_corrections` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`corrects_id` text NOT NULL,
	`author_id` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `payroll_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`corrects_id`) REFERENCES `payroll_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payroll_corrections_company` ON `payroll_corrections` (`company_id`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payroll_corrections_corrected` ON `payroll_corrections` (`corrects_id`);--> statement-breakpoint

CREATE TABLE `payroll_file_names` (
	`file_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`first_name` text,
	`last_name` text,
	PRIMARY KEY(`file_id`, `employee_id`),
	FOREIGN KEY (`file_id`) REFERENCES `payroll_files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payroll_file_names_employee` ON `payroll_file_names` (`employee_id`);--> statement-breakpoint

CREATE TABLE `payroll_files` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text NOT NULL,
	`run_id` text NOT NULL,
	`format` text NOT NULL,
	`version` integer NOT NULL,
	`author_id` text NOT NULL,
	`settings` text,
	`payees` text NOT NULL,
	`left_out` text NOT NULL,
	`earlier` text DEFAULT '{}' NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `payroll_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_files_version` ON `payroll_files` (`run_id`,`format`,`version`);--> statement-breakpoint

CREATE TABLE `payroll_held_over` (
	`run_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`faults` text NOT NULL,
	PRIMARY KEY(`run_id`, `transaction_id`),
	FOREIGN KEY (`run_id`) REFERENCES `payroll_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `payroll_transactions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint

CREATE TABLE `payroll_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`month` integer NOT NULL,
	`closes_until` integer NOT NULL,
	`state` text NOT NULL,
	`closed_by` text,
	`date_closed` integer,
	`line_count` integer,
	`sums` text,
	`sha256` text,
	`held_over_count` integer DEFAULT 0 NOT NULL,
	`csv_layout` integer DEFAULT 1 NOT NULL,
	`booking_month` text DEFAULT 'RUN' NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_runs_month` ON `payroll_runs` (`company_id`,`month`);--> statement-breakpoint
CREATE INDEX `payroll_runs_company` ON `payroll_runs` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `payroll_runs_unfinished` ON `payroll_runs` (`id`) WHERE state = 'CLOSING';--> statement-breakpoint

CREATE TABLE `payroll_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`adviser_number` text,
	`client_number` text,
	`wage_types` text NOT NULL,
	`format` text,
	`uses_company_numbers` integer DEFAULT false NOT NULL,
	`sums_bookings` integer DEFAULT false NOT NULL,
	`splits_meals` integer DEFAULT false NOT NULL,
	`booking_month` text DEFAULT 'RUN' NOT NULL,
	`records_absences` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint

CREATE TABLE `payroll_settlements` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text NOT NULL,
	`author_id` text NOT NULL,
	`date` integer NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `payroll_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payroll_settlements_company` ON `payroll_settlements` (`company_id`,`transaction_id`);--> statement-breakpoint

CREATE TABLE `payroll_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`flex_data_id` text NOT NULL,
	`company_id` text NOT NULL,
	`module` text NOT NULL,
	`personnel_number` text,
	`cost_center` text,
	`amount_value` integer NOT NULL,
	`amount_currency` text NOT NULL,
	`state` text NOT NULL,
	`payroll_reference_date` integer NOT NULL,
	`submitted_date` integer NOT NULL,
	`run_id` text,
	`kind` text DEFAULT 'EXPENSE' NOT NULL,
	`awaits_meal_value` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `payroll_runs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payroll_transactions_kind" CHECK(CASE "payroll_transactions"."kind" WHEN 'EXPENSE' THEN "payroll_transactions"."module" <> 'GOODIES' WHEN 'VOUCHER' THEN "payroll_transactions"."module" = 'GOODIES'
				WHEN 'MEALS_FLAT_TAXED' THEN "payroll_transactions"."module" = 'MEALS' WHEN 'MEALS_TAX_FREE' THEN "payroll_transactions"."module" = 'MEALS' ELSE FALSE END)
);
--> statement-breakpoint
CREATE INDEX `payroll_transactions_company` ON `payroll_transactions` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `payroll_transactions_due` ON `payroll_transactions` (`payroll_reference_date`,`company_id`) WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX `payroll_transactions_awaited` ON `payroll_transactions` (`id`) WHERE awaits_meal_value AND state = 'PENDING';--> statement-breakpoint
CREATE INDEX `payroll_transactions_parts` ON `payroll_transactions` (`run_id`) WHERE kind <> 'EXPENSE';--> statement-breakpoint
CREATE INDEX `payroll_transactions_flex_data` ON `payroll_transactions` (`flex_data_id`);--> statement-breakpoint

CREATE TABLE `people` (
	`employee` integer PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint

CREATE TABLE `people_index` (
	`company` integer NOT NULL,
	`part` text NOT NULL,
	`employee` integer NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`company`, `part`, `employee`, `place`)
) WITHOUT ROWID;
--> statement-breakpoint

CREATE TABLE `places` (
	`company_id` text PRIMARY KEY NOT NULL,
	`cell` text NOT NULL,
	`schema` text NOT NULL,
	`company` text NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`next_due` integer NOT NULL,
	`last_run` integer,
	`date_created` integer NOT NULL,
	`jobs` text,
	`waiting_mails` integer DEFAULT 0 NOT NULL,
	`mail_day` integer,
	`granted` integer DEFAULT 0 NOT NULL,
	`trouble` text,
	`summary` text,
	`tills_since` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `places_cell` ON `places` (`cell`);--> statement-breakpoint
CREATE INDEX `places_next_due` ON `places` (`next_due`);--> statement-breakpoint
CREATE INDEX `places_last_run` ON `places` (`last_run`);--> statement-breakpoint
CREATE INDEX `places_jobs` ON `places` (`cell`) WHERE jobs IS NOT NULL;--> statement-breakpoint
CREATE INDEX `places_waiting` ON `places` (`company_id`) WHERE waiting_mails > 0;--> statement-breakpoint
CREATE INDEX `places_trouble` ON `places` (`company_id`) WHERE trouble IS NOT NULL;--> statement-breakpoint
CREATE INDEX `places_tills` ON `places` (`tills_since`) WHERE tills_since IS NOT NULL;--> statement-breakpoint

CREATE TABLE `planned_vouchers` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`employee_id` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer,
	`goodies_voucher_type` text NOT NULL,
	`interval` text NOT NULL,
	`amount_value` integer NOT NULL,
	`amount_currency` text NOT NULL,
	`anchor` integer NOT NULL,
	`next_occurrence` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "planned_vouchers_period" CHECK("planned_vouchers"."valid_until" IS NULL OR "planned_vouchers"."valid_until" >= "planned_vouchers"."valid_from"),
	CONSTRAINT "planned_vouchers_amount" CHECK("planned_vouchers"."amount_value" BETWEEN 0 AND 100000000)
);
--> statement-breakpoint
CREATE INDEX `planned_vouchers_timeline` ON `planned_vouchers` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `planned_vouchers_due` ON `planned_vouchers` (`next_occurrence`,`id`) WHERE date_deleted IS NULL AND next_occurrence IS NOT NULL;--> statement-breakpoint

CREATE TABLE `proposal_subjects` (
	`subject_id` text NOT NULL,
	`proposal_id` text NOT NULL,
	PRIMARY KEY(`subject_id`, `proposal_id`),
	FOREIGN KEY (`proposal_id`) REFERENCES `proposals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `proposal_subjects_proposal` ON `proposal_subjects` (`proposal_id`);--> statement-breakpoint

CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`parameters` text NOT NULL,
	`query` text NOT NULL,
	`body` text,
	`reason` text,
	`author_type` text NOT NULL,
	`author_id` text NOT NULL,
	`person_id` text NOT NULL,
	`difference` text NOT NULL,
	`version` text NOT NULL,
	`state` text NOT NULL,
	`date_expires` integer NOT NULL,
	`decider_id` text,
	`date_decided` integer,
	`decline_reason` text,
	`date_due` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `proposals_company` ON `proposals` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_state` ON `proposals` (`company_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_due` ON `proposals` (`date_due`) WHERE date_due IS NOT NULL;--> statement-breakpoint

CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`device` text NOT NULL,
	`instead_of_mail` integer NOT NULL,
	`endpoint_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`date_due` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempt` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_due` ON `push_subscriptions` (`date_due`) WHERE date_due IS NOT NULL;--> statement-breakpoint
CREATE INDEX `push_subscriptions_sealed` ON `push_subscriptions` (`sealed`);--> statement-breakpoint

CREATE TABLE `quota_usage` (
	`owner_id` text NOT NULL,
	`quota` text NOT NULL,
	`month` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`month`, `owner_id`, `quota`)
);
--> statement-breakpoint

CREATE TABLE `receipt_addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`employee_id` text NOT NULL,
	`company_id` text NOT NULL,
	`hash` text NOT NULL,
	`sealed` text NOT NULL,
	`mail_day` integer,
	`mails_taken` integer DEFAULT 0 NOT NULL,
	`notice_day` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipt_addresses_hash" CHECK(length("receipt_addresses"."hash") = 43),
	CONSTRAINT "receipt_addresses_mails" CHECK("receipt_addresses"."mails_taken" BETWEEN 0 AND 50)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_addresses_employee` ON `receipt_addresses` (`employee_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_addresses_hash` ON `receipt_addresses` (`hash`);--> statement-breakpoint
CREATE INDEX `receipt_addresses_sealed` ON `receipt_addresses` (`sealed`) WHERE sealed IS NOT NULL;--> statement-breakpoint

CREATE TABLE `receipt_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_stored` integer,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text,
	`date_discarded` integer,
	`employee_id` text NOT NULL,
	`company_id` text NOT NULL,
	`source` text NOT NULL,
	`machine_facts` text,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipt_drafts_employee` ON `receipt_drafts` (`employee_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_drafts_file` ON `receipt_drafts` (`employee_id`,`sha256`) WHERE date_stored IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `receipt_drafts_waiting` ON `receipt_drafts` (`date_created`) WHERE date_stored IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `receipt_drafts_unstored` ON `receipt_drafts` (`date_created`) WHERE date_stored IS NULL;--> statement-breakpoint
CREATE INDEX `receipt_drafts_discarded` ON `receipt_drafts` (`date_discarded`) WHERE date_discarded IS NOT NULL;--> statement-breakpoint

CREATE TABLE `receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_stored` integer,
	`expense_id` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text,
	`date_unneeded` integer,
	`date_discarded` integer,
	`invoice_mark` text,
	FOREIGN KEY (`expense_id`) REFERENCES `expenses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipts_unneeded` ON `receipts` (`date_unneeded`) WHERE date_unneeded IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `receipts_expense` ON `receipts` (`expense_id`);--> statement-breakpoint
CREATE INDEX `receipts_unstored` ON `receipts` (`date_created`) WHERE date_stored IS NULL;--> statement-breakpoint
CREATE INDEX `receipts_discarded` ON `receipts` (`date_discarded`) WHERE date_discarded IS NOT NULL;--> statement-breakpoint
CREATE INDEX `receipts_invoice` ON `receipts` (`invoice_mark`) WHERE invoice_mark IS NOT NULL;--> statement-breakpoint

CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`date_used` integer,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint

CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`date_created` integer NOT NULL,
	`date_used` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint

CREATE TABLE `reminder_turns` (
	`kind` text PRIMARY KEY NOT NULL,
	`done_until` integer NOT NULL
);
--> statement-breakpoint

CREATE TABLE `request_counts` (
	`id` text PRIMARY KEY NOT NULL,
	`counts` text NOT NULL
);
--> statement-breakpoint

CREATE TABLE `sandboxes` (
	`company_id` text PRIMARY KEY NOT NULL,
	`ahead` integer DEFAULT 0 NOT NULL,
	`is_behind` integer DEFAULT false NOT NULL,
	`filling` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint

CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`date_created` integer NOT NULL,
	`date_confirmed` integer,
	`last_step` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `second_factors_sealed` ON `second_factors` (`secret`);--> statement-breakpoint

CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`date_created` integer NOT NULL,
	`date_expires` integer NOT NULL,
	`date_revoked` integer,
	`date_used` integer,
	`device` text,
	`country` text,
	`city` text,
	`kind` text DEFAULT 'API' NOT NULL,
	`cookie_hash` text,
	`is_by_sso` integer DEFAULT false NOT NULL,
	`viewed_user_id` text,
	`viewed_until` integer,
	`viewed_cell` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sessions_kind" CHECK("sessions"."kind" IN ('API', 'CONSOLE')),
	CONSTRAINT "sessions_cookie_hash" CHECK(("sessions"."cookie_hash" IS NOT NULL) = ("sessions"."kind" = 'CONSOLE'))
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`date_expires`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_cookie` ON `sessions` (`cookie_hash`) WHERE "sessions"."cookie_hash" IS NOT NULL;--> statement-breakpoint

CREATE TABLE `sso_sign_ins` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`transaction_hash` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`date_created` integer NOT NULL,
	`exchange` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sso_sign_ins_code` ON `sso_sign_ins` (`code_hash`);--> statement-breakpoint
CREATE INDEX `sso_sign_ins_created` ON `sso_sign_ins` (`date_created`);--> statement-breakpoint
CREATE INDEX `sso_sign_ins_company` ON `sso_sign_ins` (`company_id`);--> statement-breakpoint
CREATE INDEX `sso_sign_ins_user` ON `sso_sign_ins` (`user_id`);--> statement-breakpoint

CREATE TABLE `standing_expenses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`employee_id` text NOT NULL,
	`company_id` text NOT NULL,
	`author_id` text NOT NULL,
	`module` text NOT NULL,
	`amount_value` integer NOT NULL,
	`amount_currency` text NOT NULL,
	`day_of_month` integer NOT NULL,
	`start_date` integer NOT NULL,
	`end_date` integer,
	`proof_until` integer NOT NULL,
	`is_public_transport` integer,
	`note` text,
	`up_to` integer NOT NULL,
	`state` text NOT NULL,
	`approved_amount_value` integer,
	`next_date` integer NOT NULL,
	`waiting_since` integer,
	`date_ended` integer,
	`ender_id` text,
	`skipped` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standing_expenses_amount" CHECK("standing_expenses"."amount_value" BETWEEN 1 AND 100000000),
	CONSTRAINT "standing_expenses_approved" CHECK(("standing_expenses"."state" <> 'ACTIVE' OR "standing_expenses"."approved_amount_value" IS NOT NULL)
				AND ("standing_expenses"."approved_amount_value" IS NULL OR "standing_expenses"."approved_amount_value" BETWEEN 1 AND "standing_expenses"."amount_value")),
	CONSTRAINT "standing_expenses_day" CHECK("standing_expenses"."day_of_month" BETWEEN 1 AND 28),
	CONSTRAINT "standing_expenses_dates" CHECK("standing_expenses"."end_date" IS NULL OR "standing_expenses"."end_date" >= "standing_expenses"."start_date"),
	CONSTRAINT "standing_expenses_ended" CHECK(("standing_expenses"."state" = 'ENDED') = ("standing_expenses"."date_ended" IS NOT NULL)),
	CONSTRAINT "standing_expenses_waiting" CHECK("standing_expenses"."waiting_since" IS NULL OR "standing_expenses"."state" IN ('SUBMITTED', 'ACTIVE')),
	CONSTRAINT "standing_expenses_public_transport" CHECK(("standing_expenses"."is_public_transport" IS NOT NULL) = ("standing_expenses"."module" = 'MOBILITY'))
);
--> statement-breakpoint
CREATE INDEX `standing_expenses_employee` ON `standing_expenses` (`employee_id`,`id`);--> statement-breakpoint
CREATE INDEX `standing_expenses_company` ON `standing_expenses` (`company_id`,waiting_since IS NULL,`id`);--> statement-breakpoint
CREATE INDEX `standing_expenses_due` ON `standing_expenses` (`next_date`) WHERE state = 'ACTIVE' AND next_date <= proof_until AND (end_date IS NULL OR next_date <= end_date);--> statement-breakpoint
CREATE INDEX `standing_expenses_proof` ON `standing_expenses` (`proof_until`) WHERE state = 'ACTIVE';--> statement-breakpoint

CREATE TABLE `standing_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_stored` integer,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text,
	`date_discarded` integer,
	`standing_expense_id` text NOT NULL,
	`author_id` text NOT NULL,
	`proof_until` integer NOT NULL,
	`state` text NOT NULL,
	`approved_amount_value` integer,
	`date_decided` integer,
	`decider_id` text,
	`reasons` text DEFAULT '[]' NOT NULL,
	`rejection_reason` text,
	`date_unneeded` integer,
	FOREIGN KEY (`standing_expense_id`) REFERENCES `standing_expenses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standing_proofs_decided" CHECK(("standing_proofs"."state" = 'SUBMITTED') = ("standing_proofs"."date_decided" IS NULL)),
	CONSTRAINT "standing_proofs_approved" CHECK(("standing_proofs"."state" = 'APPROVED') = ("standing_proofs"."approved_amount_value" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `standing_proofs_standing` ON `standing_proofs` (`standing_expense_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `standing_proofs_waiting` ON `standing_proofs` (`standing_expense_id`) WHERE state = 'SUBMITTED' AND date_stored IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `standing_proofs_unneeded` ON `standing_proofs` (`date_unneeded`) WHERE date_unneeded IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `standing_proofs_unstored` ON `standing_proofs` (`date_created`) WHERE date_stored IS NULL;--> statement-breakpoint
CREATE INDEX `standing_proofs_discarded` ON `standing_proofs` (`date_discarded`) WHERE date_discarded IS NOT NULL;--> statement-breakpoint

CREATE TABLE `tax_rule_template_companies` (
	`template_id` text NOT NULL,
	`company_id` text NOT NULL,
	PRIMARY KEY(`template_id`, `company_id`),
	FOREIGN KEY (`template_id`) REFERENCES `tax_rule_templates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tax_rule_template_companies_company` ON `tax_rule_template_companies` (`company_id`,`template_id`);--> statement-breakpoint

CREATE TABLE `tax_rule_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`name` text NOT NULL,
	`rules` text NOT NULL
);
--> statement-breakpoint

CREATE TABLE `template_copies` (
	`template_id` text NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`rules` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`template_id`, `company_id`)
);
--> statement-breakpoint
CREATE INDEX `template_copies_since` ON `template_copies` (`since`);--> statement-breakpoint

CREATE TABLE `user_companies` (
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `company_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_companies_company` ON `user_companies` (`company_id`);--> statement-breakpoint

CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text,
	`date_registered` integer,
	`date_closed` integer,
	`closer` text,
	`roles` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`language` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`home` text,
	CONSTRAINT "users_roles" CHECK(json_array_length("users"."roles") > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_platform_admins` ON `users` (`id`) WHERE instr(roles, '"PLATFORM_ADMIN"') > 0 AND date_closed IS NULL AND date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `users_signing_in` ON `users` (`id`) WHERE date_registered IS NOT NULL AND date_closed IS NULL AND date_deleted IS NULL;--> statement-breakpoint

CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` blob,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`date_due` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`date_attempted` integer,
	`date_delivered` integer,
	`failure` text,
	`response_status` integer,
	`response_body` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`date_due`) WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_unsent` ON `webhook_deliveries` (`endpoint_id`,`state`,`id`) WHERE state <> 'DELIVERED';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_company` ON `webhook_deliveries` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`) WHERE event_id IS NOT NULL;--> statement-breakpoint

CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`party` integer NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`event_types` text,
	`state` text DEFAULT 'ACTIVE' NOT NULL,
	`reason` text,
	`date_failing` integer,
	`secret` text,
	`previous_secret` text,
	`date_rotated` integer,
	`lease` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`date_woken` integer DEFAULT 0 NOT NULL,
	`date_deleted` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_company` ON `webhook_endpoints` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_party` ON `webhook_endpoints` (`party`) WHERE state <> 'DISABLED' AND date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_sealed_by` ON `webhook_endpoints` (`secret`) WHERE secret IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_previous_by` ON `webhook_endpoints` (`previous_secret`) WHERE previous_secret IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`date_deleted`) WHERE date_deleted IS NOT NULL;
--> statement-breakpoint

-- The tax rule template that every company may use: it has no rules.
INSERT INTO tax_rule_templates (id, date_created, date_modified, name, rules)
VALUES ('default', 1767225600000, 1767225600000, 'Default', '[]');
