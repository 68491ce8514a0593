-- The schema of the first release, generated from src/**/table.ts (npm run generate).
-- Numbers begin at 1000, because the migrations from before the release were called 0000_schema.sql to 0041_released_users.sql, and D1
-- passes over files whose names it has applied. drizzle-kit cannot write WITHOUT ROWID, which people_index has.
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
CREATE INDEX `api_keys_company` ON `api_keys` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`key` text NOT NULL,
	`code_hash` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`date_created` integer NOT NULL,
	`date_expires` integer NOT NULL,
	PRIMARY KEY(`user_id`, `purpose`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_tokens_purpose" CHECK("one_time_tokens"."purpose" IN ('REGISTRATION', 'PASSWORD_RESET'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_key` ON `one_time_tokens` (`key`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_expiry` ON `one_time_tokens` (`date_expires`);--> statement-breakpoint
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
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`date_used` integer,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
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
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`date_created` integer NOT NULL,
	`date_used` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
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
	`viewed_user_id` text,
	`viewed_until` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sessions_kind" CHECK("sessions"."kind" IN ('API', 'CONSOLE')),
	CONSTRAINT "sessions_cookie_hash" CHECK(("sessions"."cookie_hash" IS NOT NULL) = ("sessions"."kind" = 'CONSOLE'))
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`date_expires`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_cookie` ON `sessions` (`cookie_hash`) WHERE "sessions"."cookie_hash" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`name` text NOT NULL,
	`payroll_reference_day` integer NOT NULL,
	`submission_day` integer,
	`receipt_required_modules` text DEFAULT '[]' NOT NULL,
	`sender_name` text,
	`language` text,
	`tax_affiliation` text NOT NULL,
	`monthly_budget_restricts_flex` integer DEFAULT false NOT NULL,
	`retention_months` integer DEFAULT 120 NOT NULL,
	`leaver_access_days` integer DEFAULT 30 NOT NULL,
	`second_factor_required` integer DEFAULT false NOT NULL,
	`own_benefits_allowed` integer DEFAULT false NOT NULL,
	`max_expenses_per_month` integer DEFAULT 200 NOT NULL,
	`max_receipt_bytes_per_month` integer DEFAULT 209715200 NOT NULL,
	`max_employees` integer DEFAULT 100000 NOT NULL,
	`max_templates` integer DEFAULT 500 NOT NULL,
	`max_stored_bytes` integer DEFAULT 107374182400 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "companies_payroll_reference_day" CHECK("companies"."payroll_reference_day" BETWEEN 1 AND 28),
	CONSTRAINT "companies_submission_day" CHECK("companies"."submission_day" BETWEEN 1 AND "companies"."payroll_reference_day")
);
--> statement-breakpoint
CREATE INDEX `companies_reference_day` ON `companies` (`payroll_reference_day`);--> statement-breakpoint
CREATE INDEX `companies_submission_day` ON `companies` (`submission_day`) WHERE submission_day IS NOT NULL;--> statement-breakpoint
CREATE TABLE `quota_usage` (
	`owner_id` text NOT NULL,
	`quota` text NOT NULL,
	`month` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`month`, `owner_id`, `quota`)
);
--> statement-breakpoint
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
	`date_terminated` integer,
	`date_termination_settled` integer,
	`date_sign_in_settled` integer,
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
CREATE INDEX `employees_modified` ON `employees` (`company_id`,`date_modified`,`id`);--> statement-breakpoint
CREATE INDEX `employees_cost_center` ON `employees` (`company_id`,`cost_center`,`id`);--> statement-breakpoint
CREATE INDEX `employees_due_terminations` ON `employees` (`date_terminated`) WHERE date_terminated IS NOT NULL AND date_termination_settled IS NULL;--> statement-breakpoint
CREATE INDEX `employees_due_closures` ON `employees` (`date_terminated`) WHERE date_terminated IS NOT NULL AND date_sign_in_settled IS NULL;--> statement-breakpoint
CREATE INDEX `employees_leavers` ON `employees` (`company_id`,`date_terminated`,`id`) WHERE date_terminated IS NOT NULL AND date_erased IS NULL;--> statement-breakpoint
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
	FOREIGN KEY (`expense_id`) REFERENCES `expenses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipts_unneeded` ON `receipts` (`date_unneeded`) WHERE date_unneeded IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `receipts_expense` ON `receipts` (`expense_id`);--> statement-breakpoint
CREATE INDEX `receipts_unstored` ON `receipts` (`date_created`) WHERE date_stored IS NULL;--> statement-breakpoint
CREATE INDEX `receipts_discarded` ON `receipts` (`date_discarded`) WHERE date_discarded IS NOT NULL;--> statement-breakpoint
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
	`date_returned` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "expenses_approved_amount" CHECK(("expenses"."state" = 'APPROVED') = ("expenses"."approved_amount_value" IS NOT NULL)
				AND ("expenses"."approved_amount_value" IS NULL OR "expenses"."approved_amount_value" BETWEEN 1 AND "expenses"."amount_value")),
	CONSTRAINT "expenses_amount" CHECK("expenses"."amount_value" BETWEEN 1 AND 100000000),
	CONSTRAINT "expenses_days" CHECK(("expenses"."days" IS NOT NULL) = ("expenses"."module" = 'MEALS')),
	CONSTRAINT "expenses_public_transport" CHECK(("expenses"."is_public_transport" IS NOT NULL) = ("expenses"."module" = 'MOBILITY'))
);
--> statement-breakpoint
CREATE INDEX `expenses_employee` ON `expenses` (`employee_id`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_taken` ON `expenses` (`employee_id`,`date`) WHERE state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED');--> statement-breakpoint
CREATE INDEX `expenses_company` ON `expenses` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_unapproved` ON `expenses` (`company_id`,`state`,`id`) WHERE state <> 'APPROVED';--> statement-breakpoint
CREATE INDEX `expenses_returned` ON `expenses` (`date_returned`) WHERE state = 'NEEDS_CORRECTION';--> statement-breakpoint
CREATE INDEX `expenses_queue` ON `expenses` (`company_id`,`date`,`id`) WHERE state = 'SUBMITTED';--> statement-breakpoint
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
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tax_rule_template_id`) REFERENCES `tax_rule_templates`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "flex_accesses_period" CHECK("flex_accesses"."valid_until" IS NULL OR "flex_accesses"."valid_until" >= "flex_accesses"."valid_from"),
	CONSTRAINT "flex_accesses_budget" CHECK("flex_accesses"."budget_value" BETWEEN 0 AND 100000000)
);
--> statement-breakpoint
CREATE INDEX `flex_accesses_timeline` ON `flex_accesses` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `flex_accesses_ending` ON `flex_accesses` (`valid_until`) WHERE valid_until IS NOT NULL AND date_deleted IS NULL;--> statement-breakpoint
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
CREATE TABLE `event_files` (
	`key` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_discarded` integer
);
--> statement-breakpoint
CREATE INDEX `event_files_created` ON `event_files` (`date_created`);--> statement-breakpoint
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
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_runs_month` ON `payroll_runs` (`company_id`,`month`);--> statement-breakpoint
CREATE INDEX `payroll_runs_company` ON `payroll_runs` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `payroll_runs_unfinished` ON `payroll_runs` (`id`) WHERE state = 'CLOSING';--> statement-breakpoint
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
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `payroll_runs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payroll_transactions_kind" CHECK(CASE "payroll_transactions"."kind" WHEN 'EXPENSE' THEN "payroll_transactions"."module" <> 'GOODIES' WHEN 'VOUCHER' THEN "payroll_transactions"."module" = 'GOODIES'
				WHEN 'MEALS_FLAT_TAXED' THEN "payroll_transactions"."module" = 'MEALS' WHEN 'MEALS_TAX_FREE' THEN "payroll_transactions"."module" = 'MEALS' ELSE FALSE END)
);
--> statement-breakpoint
CREATE INDEX `payroll_transactions_company` ON `payroll_transactions` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `payroll_transactions_due` ON `payroll_transactions` (`payroll_reference_date`,`company_id`) WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX `payroll_transactions_pending` ON `payroll_transactions` (`company_id`,`payroll_reference_date`) WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX `payroll_transactions_parts` ON `payroll_transactions` (`run_id`) WHERE kind <> 'EXPENSE';--> statement-breakpoint
CREATE INDEX `payroll_transactions_flex_data` ON `payroll_transactions` (`flex_data_id`);--> statement-breakpoint
CREATE INDEX `payroll_transactions_run` ON `payroll_transactions` (`run_id`,`id`);--> statement-breakpoint
CREATE TABLE `mail_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`attempts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text,
	`data` text NOT NULL,
	`sealed` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`priority` integer NOT NULL,
	`date_due` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`date_attempted` integer,
	`attempt` text,
	`date_sent` integer,
	`carrier_id` text,
	`reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mails_sealed" CHECK(state = 'waiting' OR sealed IS NULL)
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`priority`,`date_due`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mails_company` ON `mails` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`company_id`,`state`,`id`) WHERE state <> 'sent';--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `mails_sealed_by` ON `mails` (`sealed`) WHERE sealed IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_carrier` ON `mails` (`carrier_id`) WHERE carrier_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `muted_notices` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminder_turns` (
	`kind` text PRIMARY KEY NOT NULL,
	`done_until` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`date_run` integer NOT NULL,
	`date_succeeded` integer,
	`handled` integer NOT NULL
);
--> statement-breakpoint
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
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `known_places` (
	`key` text PRIMARY KEY NOT NULL,
	`date_used` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `known_places_used` ON `known_places` (`date_used`);--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`attempts` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_attempts_window` ON `login_attempts` (`window_start`);--> statement-breakpoint
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
	`roles` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`language` text,
	`revision` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "users_roles" CHECK(json_array_length("users"."roles") > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_platform_admins` ON `users` (`id`) WHERE instr(roles, '"PLATFORM_ADMIN"') > 0 AND date_closed IS NULL AND date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `users_signing_in` ON `users` (`id`) WHERE date_registered IS NOT NULL AND date_closed IS NULL AND date_deleted IS NULL;
