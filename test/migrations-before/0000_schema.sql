CREATE TABLE `login_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`attempts` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_attempts_window` ON `login_attempts` (`window_start`);--> statement-breakpoint
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
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`date_expires`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`name` text NOT NULL,
	`payroll_reference_day` integer NOT NULL,
	`tax_affiliation` text NOT NULL,
	CONSTRAINT "companies_payroll_reference_day" CHECK("companies"."payroll_reference_day" BETWEEN 1 AND 28)
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
CREATE TABLE `employee_groups` (
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`employee_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `name`, `employee_id`),
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `employee_groups_employee` ON `employee_groups` (`employee_id`);--> statement-breakpoint
CREATE TABLE `employees` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`personnel_number` text,
	`cost_center` text,
	`groups` text NOT NULL,
	`date_paused_start` integer,
	`date_paused_end` integer,
	`date_terminated` integer,
	`date_termination_settled` integer,
	`revision` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "employees_pause" CHECK("employees"."date_paused_end" IS NULL OR ("employees"."date_paused_start" IS NOT NULL AND "employees"."date_paused_end" > "employees"."date_paused_start"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `employees_user` ON `employees` (`user_id`);--> statement-breakpoint
CREATE INDEX `employees_company` ON `employees` (`company_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `employees_personnel_number` ON `employees` (`company_id`,`personnel_number`);--> statement-breakpoint
CREATE INDEX `employees_cost_center` ON `employees` (`company_id`,`cost_center`,`id`);--> statement-breakpoint
CREATE INDEX `employees_due_terminations` ON `employees` (`date_terminated`) WHERE date_terminated IS NOT NULL AND date_termination_settled IS NULL;--> statement-breakpoint
CREATE TABLE `flex_accesses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`employee_id` text NOT NULL,
	`budget_value` integer NOT NULL,
	`budget_currency` text NOT NULL,
	`allowed_modules` text NOT NULL,
	`accumulate_budget` integer NOT NULL,
	`tax_rule_template_id` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tax_rule_template_id`) REFERENCES `tax_rule_templates`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "flex_accesses_period" CHECK("flex_accesses"."valid_until" IS NULL OR "flex_accesses"."valid_until" >= "flex_accesses"."valid_from"),
	CONSTRAINT "flex_accesses_budget" CHECK("flex_accesses"."budget_value" BETWEEN 0 AND 100000000)
);
--> statement-breakpoint
CREATE INDEX `flex_accesses_timeline` ON `flex_accesses` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint
CREATE TABLE `planned_vouchers` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`employee_id` text NOT NULL,
	`goodies_voucher_type` text NOT NULL,
	`interval` text NOT NULL,
	`amount_value` integer NOT NULL,
	`amount_currency` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer,
	`anchor` integer NOT NULL,
	`next_occurrence` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "planned_vouchers_period" CHECK("planned_vouchers"."valid_until" IS NULL OR "planned_vouchers"."valid_until" >= "planned_vouchers"."valid_from"),
	CONSTRAINT "planned_vouchers_amount" CHECK("planned_vouchers"."amount_value" BETWEEN 0 AND 100000000)
);
--> statement-breakpoint
CREATE INDEX `planned_vouchers_timeline` ON `planned_vouchers` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `planned_vouchers_due` ON `planned_vouchers` (`next_occurrence`,`id`) WHERE date_deleted IS NULL AND next_occurrence IS NOT NULL;--> statement-breakpoint
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
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payroll_transactions_company` ON `payroll_transactions` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `payroll_transactions_module` ON `payroll_transactions` (`company_id`,`module`,`id`);--> statement-breakpoint
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
	`roles` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`language` text,
	CONSTRAINT "users_roles" CHECK(json_array_length("users"."roles") > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `issued_vouchers_occurrence` ON `issued_vouchers` (`planned_voucher_id`,`due_date`);