CREATE TABLE `receipt_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_stored` integer,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text,
	`date_discarded` integer,
	`employee_id` text NOT NULL,
	`company_id` text NOT NULL,
	`source` text NOT NULL,
	`machine_facts` text,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipt_drafts_employee` ON `receipt_drafts` (`employee_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_drafts_file` ON `receipt_drafts` (`employee_id`,`sha256`) WHERE date_stored IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `receipt_drafts_waiting` ON `receipt_drafts` (`date_created`) WHERE date_stored IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `receipt_drafts_unstored` ON `receipt_drafts` (`date_created`) WHERE date_stored IS NULL;--> statement-breakpoint
CREATE INDEX `receipt_drafts_discarded` ON `receipt_drafts` (`date_discarded`) WHERE date_discarded IS NOT NULL;
--> statement-breakpoint

-- == Drafts have rules like receipts.

-- No draft is begun for an erased employee.
CREATE TRIGGER receipt_drafts_race_erasure_insert BEFORE INSERT ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No draft is stored for an erased employee.
CREATE TRIGGER receipt_drafts_race_erasure_update BEFORE UPDATE OF date_stored ON receipt_drafts
WHEN NEW.date_stored IS NOT NULL AND EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- An upload that ends late does not bring a discarded draft back. For erased employees, the rule above refuses it.
CREATE TRIGGER receipt_drafts_race_discard BEFORE UPDATE OF date_stored ON receipt_drafts
WHEN OLD.date_discarded IS NOT NULL AND NEW.date_stored IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'receipt_discarded'); END;
--> statement-breakpoint
-- A draft is not begun while 50 others wait.
CREATE TRIGGER receipt_drafts_race_count_insert BEFORE INSERT ON receipt_drafts
WHEN (SELECT count(*) FROM receipt_drafts WHERE employee_id = NEW.employee_id AND id <> NEW.id
	AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 50
BEGIN SELECT RAISE(ABORT, 'too_many_drafts'); END;
--> statement-breakpoint
-- Nor is it stored then, even when several arrive at the same time.
CREATE TRIGGER receipt_drafts_race_count_update BEFORE UPDATE OF date_stored ON receipt_drafts
WHEN OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
	AND (SELECT count(*) FROM receipt_drafts WHERE employee_id = NEW.employee_id AND id <> NEW.id
		AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 50
BEGIN SELECT RAISE(ABORT, 'too_many_drafts'); END;
--> statement-breakpoint
-- Counts the bytes of drafts as those of receipts: of an employee by month, and of all that a company stores.
CREATE TRIGGER receipt_drafts_race_quota AFTER INSERT ON receipt_drafts
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	VALUES (NEW.employee_id, 'receipt_bytes', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), NEW.size)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	INSERT INTO quota_usage (owner_id, quota, month, used) VALUES (NEW.company_id, 'stored_bytes', '', NEW.size)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	SELECT RAISE(ABORT, 'quota_receipt_bytes') FROM companies c
	JOIN quota_usage u ON u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch')
		AND u.owner_id = NEW.employee_id AND u.quota = 'receipt_bytes'
	WHERE c.id = NEW.company_id AND u.used > c.max_receipt_bytes_per_month;
	SELECT RAISE(ABORT, 'quota_stored_bytes') FROM companies c
	JOIN quota_usage u ON u.month = '' AND u.owner_id = NEW.company_id AND u.quota = 'stored_bytes'
	WHERE c.id = NEW.company_id AND u.used > c.max_stored_bytes;
END;
--> statement-breakpoint
-- A draft that is gone no longer counts as stored. If its upload failed, or if a receipt takes its place, it does not count for the month
-- either: the receipt is counted then.
CREATE TRIGGER receipt_drafts_follow_quota AFTER DELETE ON receipt_drafts
BEGIN
	UPDATE quota_usage SET used = used - OLD.size
	WHERE month = '' AND quota = 'stored_bytes' AND owner_id = OLD.company_id;
	UPDATE quota_usage SET used = used - OLD.size
	WHERE (OLD.date_stored IS NULL OR OLD.date_discarded IS NULL)
		AND month = strftime('%Y-%m', OLD.date_created / 1000, 'unixepoch') AND quota = 'receipt_bytes' AND owner_id = OLD.employee_id;
END;
--> statement-breakpoint
-- The drafts of a former employee go when the sign-in ends.
CREATE TRIGGER employees_follow_drafts AFTER UPDATE OF date_sign_in_settled ON employees
WHEN OLD.date_sign_in_settled IS NULL AND NEW.date_sign_in_settled IS NOT NULL
BEGIN
	UPDATE receipt_drafts SET date_discarded = NEW.date_sign_in_settled
	WHERE employee_id = NEW.id AND date_stored IS NOT NULL AND date_discarded IS NULL;
END;
--> statement-breakpoint
-- While its company moves, no upload begins.
CREATE TRIGGER receipt_drafts_race_move_insert BEFORE INSERT ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No upload ends.
CREATE TRIGGER receipt_drafts_race_move_update BEFORE UPDATE ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No draft is removed.
CREATE TRIGGER receipt_drafts_race_move_delete BEFORE DELETE ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
