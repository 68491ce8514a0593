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
-- == Payroll.

-- The names in a version of a payroll file never change; an erasure deletes them.
CREATE TRIGGER payroll_file_names_guard_update BEFORE UPDATE ON payroll_file_names BEGIN SELECT RAISE(ABORT, 'committed'); END;
