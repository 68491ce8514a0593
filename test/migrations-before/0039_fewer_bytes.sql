DROP INDEX `receipts_sha256`;--> statement-breakpoint
-- A few digits tell receipts apart in a fraction of the bytes, as the end of its id does a company. Whoever uses these indexes
-- compares the whole value too.
CREATE INDEX receipts_sha256 ON receipts (substr(sha256, 1, 8)) WHERE sha256 IS NOT NULL AND date_discarded IS NULL;
--> statement-breakpoint
DROP INDEX expenses_company_month;
--> statement-breakpoint
CREATE INDEX expenses_company_month ON expenses (substr(company_id, -8), strftime('%Y-%m', date / 1000, 'unixepoch'), id);
--> statement-breakpoint
-- The session that made events goes when the last of them has left the database.
DROP TRIGGER event_authors_on_delete;
--> statement-breakpoint
CREATE TRIGGER event_authors_on_delete BEFORE DELETE ON event_authors
WHEN EXISTS (SELECT 1 FROM events WHERE author = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
DELETE FROM event_authors
WHERE session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events WHERE author = event_authors.id);
