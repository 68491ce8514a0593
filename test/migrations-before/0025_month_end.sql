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
ALTER TABLE `payroll_runs` ADD `held_over_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payroll_runs` ADD `csv_layout` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `payroll_settings` ADD `format` text;--> statement-breakpoint
ALTER TABLE `payroll_settings` ADD `uses_company_numbers` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payroll_settings` ADD `sums_bookings` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Finds who else has a number that is the same for DATEV, which drops leading zeros. The schema's tool breaks expressions at commas.
CREATE INDEX employees_payroll_number ON employees (company_id, ltrim(personnel_number, '0')) WHERE personnel_number IS NOT NULL;
--> statement-breakpoint
-- What is still to be paid goes to the employee's present number and cost centre. What is taken back goes where the money went.
CREATE TRIGGER payroll_transactions_payee AFTER UPDATE OF personnel_number, cost_center ON employees
WHEN NEW.date_erased IS NULL
	AND (NEW.personnel_number IS NOT OLD.personnel_number OR NEW.cost_center IS NOT OLD.cost_center)
BEGIN
	UPDATE payroll_transactions
	SET personnel_number = NEW.personnel_number, cost_center = NEW.cost_center, date_modified = NEW.date_modified
	WHERE flex_data_id IN (SELECT id FROM expenses WHERE employee_id = NEW.id AND state = 'APPROVED')
		AND state = 'PENDING' AND amount_value > 0;
END;
--> statement-breakpoint
-- What a run held over, and files that were given, are told as they were.
CREATE TRIGGER payroll_held_over_on_update BEFORE UPDATE ON payroll_held_over
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
--> statement-breakpoint
CREATE TRIGGER payroll_held_over_on_delete BEFORE DELETE ON payroll_held_over
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
--> statement-breakpoint
CREATE TRIGGER payroll_files_on_update BEFORE UPDATE ON payroll_files
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
--> statement-breakpoint
CREATE TRIGGER payroll_files_on_delete BEFORE DELETE ON payroll_files
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
