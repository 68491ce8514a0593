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
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "expenses_amount" CHECK("expenses"."amount_value" BETWEEN 1 AND 100000000),
	CONSTRAINT "expenses_days" CHECK(("expenses"."days" IS NOT NULL) = ("expenses"."module" = 'MEALS')),
	CONSTRAINT "expenses_public_transport" CHECK(("expenses"."is_public_transport" IS NOT NULL) = ("expenses"."module" = 'MOBILITY'))
);
--> statement-breakpoint
CREATE INDEX `expenses_employee` ON `expenses` (`employee_id`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_taken` ON `expenses` (`employee_id`,`date`) WHERE state IN ('SUBMITTED', 'APPROVED');--> statement-breakpoint
CREATE INDEX `expenses_company` ON `expenses` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_company_state` ON `expenses` (`company_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_company_module` ON `expenses` (`company_id`,`module`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_company_state_module` ON `expenses` (`company_id`,`state`,`module`,`id`);--> statement-breakpoint
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
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_stored` integer,
	`expense_id` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	FOREIGN KEY (`expense_id`) REFERENCES `expenses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipts_expense` ON `receipts` (`expense_id`,`id`);--> statement-breakpoint
CREATE INDEX `receipts_unstored` ON `receipts` (`date_stored`,`date_created`);--> statement-breakpoint
ALTER TABLE `payroll_transactions` ADD `run_id` text REFERENCES payroll_runs(id);--> statement-breakpoint
CREATE INDEX `payroll_transactions_due` ON `payroll_transactions` (`payroll_reference_date`,`company_id`) WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX `payroll_transactions_pending` ON `payroll_transactions` (`company_id`,`payroll_reference_date`) WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX `payroll_transactions_flex_data` ON `payroll_transactions` (`flex_data_id`);--> statement-breakpoint
CREATE INDEX `payroll_transactions_run` ON `payroll_transactions` (`run_id`,`id`);