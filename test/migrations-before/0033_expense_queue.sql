ALTER TABLE `companies` ADD `submission_day` integer;--> statement-breakpoint
ALTER TABLE `companies` ADD `receipt_required_modules` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `companies_submission_day` ON `companies` (`submission_day`) WHERE submission_day IS NOT NULL;--> statement-breakpoint
CREATE INDEX `receipts_sha256` ON `receipts` (`sha256`,`expense_id`) WHERE sha256 IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
-- Code relies on the word `receipt_missing`: what the company demands a receipt for is not approved without one.
CREATE TRIGGER expenses_receipt_required BEFORE UPDATE OF state ON expenses
WHEN NEW.state = 'APPROVED' AND OLD.state <> 'APPROVED'
	AND (SELECT instr(receipt_required_modules, '"' || NEW.module || '"') > 0 FROM companies WHERE id = NEW.company_id)
	AND NOT EXISTS (SELECT 1 FROM receipts WHERE expense_id = NEW.id AND date_stored IS NOT NULL AND date_discarded IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'receipt_missing');
END;
--> statement-breakpoint
-- What is submitted on its last day can still be decided in time.
CREATE TRIGGER companies_submission_day_on_insert BEFORE INSERT ON companies
WHEN NEW.submission_day NOT BETWEEN 1 AND NEW.payroll_reference_day
BEGIN
	SELECT RAISE(ABORT, 'submission_day');
END;
--> statement-breakpoint
CREATE TRIGGER companies_submission_day_on_update BEFORE UPDATE OF submission_day, payroll_reference_day ON companies
WHEN NEW.submission_day NOT BETWEEN 1 AND NEW.payroll_reference_day
BEGIN
	SELECT RAISE(ABORT, 'submission_day');
END;
