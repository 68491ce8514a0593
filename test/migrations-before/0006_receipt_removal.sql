ALTER TABLE `receipts` ADD `date_discarded` integer;--> statement-breakpoint
CREATE INDEX `receipts_discarded` ON `receipts` (`date_discarded`) WHERE date_discarded IS NOT NULL;--> statement-breakpoint
-- What was given up is not brought back by an upload that ends late. That of an erased employee has its own refusal.
CREATE TRIGGER receipts_discarded_on_update BEFORE UPDATE OF date_stored ON receipts
WHEN OLD.date_discarded IS NOT NULL AND NEW.date_stored IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id WHERE x.id = NEW.expense_id AND e.date_erased IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'receipt_discarded');
END;
