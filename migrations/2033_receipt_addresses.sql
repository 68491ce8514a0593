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
-- No address is created for an erased employee.
CREATE TRIGGER receipt_addresses_race_erasure BEFORE INSERT ON receipt_addresses
WHEN EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- While its company moves, no mail is counted.
CREATE TRIGGER receipt_addresses_race_move BEFORE UPDATE ON receipt_addresses
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
