DROP INDEX `expenses_company_state`;--> statement-breakpoint
DROP INDEX `expenses_company_module`;--> statement-breakpoint
DROP INDEX `expenses_company_state_module`;--> statement-breakpoint
DROP INDEX `expenses_company_state_month`;--> statement-breakpoint
DROP INDEX `payroll_transactions_module`;--> statement-breakpoint
DROP INDEX `receipts_expense`;--> statement-breakpoint
DROP INDEX `receipts_unstored`;--> statement-breakpoint
CREATE INDEX `expenses_unapproved` ON `expenses` (`company_id`,`state`,`id`) WHERE state <> 'APPROVED';--> statement-breakpoint
CREATE INDEX `receipts_expense` ON `receipts` (`expense_id`);--> statement-breakpoint
CREATE INDEX `receipts_unstored` ON `receipts` (`date_created`) WHERE date_stored IS NULL;
