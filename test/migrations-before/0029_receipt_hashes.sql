ALTER TABLE `receipts` ADD `sha256` text;--> statement-breakpoint
DROP TRIGGER receipts_count;
--> statement-breakpoint
-- At most 5 receipts an expense, whether they come one after the other or at once. What has not arrived or was removed does not count.
CREATE TRIGGER receipts_count_on_insert BEFORE INSERT ON receipts
WHEN (SELECT count(*) FROM receipts WHERE expense_id = NEW.expense_id AND id <> NEW.id
	AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 5
BEGIN
	SELECT RAISE(ABORT, 'too_many_receipts');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_count_on_update BEFORE UPDATE OF date_stored ON receipts
WHEN OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
	AND (SELECT count(*) FROM receipts WHERE expense_id = NEW.expense_id AND id <> NEW.id
		AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 5
BEGIN
	SELECT RAISE(ABORT, 'too_many_receipts');
END;
--> statement-breakpoint
-- What somebody decides on, or has approved, keeps its receipts, unless the person is erased.
CREATE TRIGGER receipts_kept BEFORE UPDATE OF date_discarded ON receipts
WHEN OLD.date_stored IS NOT NULL AND OLD.date_discarded IS NULL AND NEW.date_discarded IS NOT NULL
	AND EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id
		WHERE x.id = NEW.expense_id AND x.state IN ('SUBMITTED', 'APPROVED') AND e.date_erased IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'decided');
END;
