CREATE TABLE `sandboxes` (
	`company_id` text PRIMARY KEY NOT NULL,
	`ahead` integer DEFAULT 0 NOT NULL,
	`is_behind` integer DEFAULT false NOT NULL,
	`filling` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `companies` ADD `is_sandbox` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `companies_sandbox` ON `companies` (`id`) WHERE is_sandbox;--> statement-breakpoint
ALTER TABLE `mails` ADD `kept` text;--> statement-breakpoint
CREATE INDEX `mails_kept_by` ON `mails` (`kept`) WHERE kept IS NOT NULL;--> statement-breakpoint
UPDATE places SET company = json_set(company, '$.sandbox', json('false')) WHERE company ->> 'sandbox' IS NULL;
--> statement-breakpoint
-- A company stays what it was created as: a sandbox, or a real company.
CREATE TRIGGER companies_guard_sandbox BEFORE UPDATE OF is_sandbox ON companies
WHEN NEW.is_sandbox <> OLD.is_sandbox
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- A sandbox shares its database with no other company, because the clock is that of the whole database.
CREATE TRIGGER companies_guard_alone BEFORE INSERT ON companies
WHEN EXISTS (SELECT 1 FROM companies WHERE is_sandbox AND id <> NEW.id)
	OR (NEW.is_sandbox AND EXISTS (SELECT 1 FROM companies WHERE id <> NEW.id))
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- A real company has no clock of its own.
CREATE TRIGGER sandboxes_guard_real BEFORE INSERT ON sandboxes
WHEN NOT EXISTS (SELECT 1 FROM companies WHERE id = NEW.company_id AND is_sandbox)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- The clock of a sandbox goes forward, or back to the real time.
CREATE TRIGGER sandboxes_guard_clock BEFORE UPDATE ON sandboxes
WHEN NEW.company_id <> OLD.company_id OR (NEW.ahead < OLD.ahead AND NEW.ahead <> 0)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- No mail leaves a sandbox: it counts as sent at once. It keeps the token of its link, so that people can rehearse an invitation.
CREATE TRIGGER mails_follow_sandbox AFTER INSERT ON mails
WHEN NEW.state = 'waiting' AND EXISTS (SELECT 1 FROM companies WHERE is_sandbox)
BEGIN
	UPDATE mails SET state = 'sent', date_sent = date_created, kept = sealed, sealed = NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
-- No mail of a sandbox waits for a sender.
CREATE TRIGGER mails_guard_sandbox BEFORE UPDATE OF state ON mails
WHEN NEW.state = 'waiting' AND OLD.state <> 'waiting' AND EXISTS (SELECT 1 FROM companies WHERE is_sandbox)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
