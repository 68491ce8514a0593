CREATE TABLE `forwards` (
	`hash` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `movers` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`party` integer,
	`is_closed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `movers_closed` ON `movers` (`id`) WHERE is_closed;--> statement-breakpoint
CREATE INDEX `movers_closed_party` ON `movers` (`party`) WHERE is_closed;--> statement-breakpoint
CREATE TABLE `moves` (
	`cell` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`source` text,
	`step` text NOT NULL,
	`part` integer DEFAULT 0 NOT NULL,
	`key` text DEFAULT '' NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`copied` integer DEFAULT 0 NOT NULL,
	`date_started` integer NOT NULL,
	`date_closed` integer,
	`date_opened` integer,
	`date_ended` integer,
	`reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `moves_unfinished` ON `moves` (`company_id`) WHERE date_ended IS NULL AND (date_opened IS NULL OR source IS NULL);--> statement-breakpoint
CREATE INDEX `moves_left` ON `moves` (`date_opened`) WHERE date_ended IS NULL;--> statement-breakpoint
CREATE INDEX `moves_company` ON `moves` (`company_id`,`date_started`);--> statement-breakpoint

-- == A company that is moving takes no writes: its events, sign-ins, links, mails and receipts refuse them.

-- Every change of a record leaves an event, so this stops all of them.
CREATE TRIGGER events_race_move BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND party = NEW.company)
	OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND party = NEW.subject)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No sign-in and no logged read is recorded.
CREATE TRIGGER access_events_race_move_insert BEFORE INSERT ON access_events
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No repetition is counted.
CREATE TRIGGER access_events_race_move_update BEFORE UPDATE ON access_events
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No session begins.
CREATE TRIGGER sessions_race_move_insert BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- A page that is read does not note its time. The end of a session is refused with its access event.
CREATE TRIGGER sessions_race_move_update BEFORE UPDATE ON sessions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No session is renewed.
CREATE TRIGGER refresh_tokens_race_move BEFORE INSERT ON refresh_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM sessions s JOIN movers m ON m.id = s.user_id AND m.is_closed WHERE s.id = NEW.session_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- A key works, but its use is not noted.
CREATE TRIGGER api_keys_race_move BEFORE UPDATE OF date_used ON api_keys
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No link is made.
CREATE TRIGGER one_time_tokens_race_move_insert BEFORE INSERT ON one_time_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No link is replaced or tried.
CREATE TRIGGER one_time_tokens_race_move_update BEFORE UPDATE ON one_time_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No link is used.
CREATE TRIGGER one_time_tokens_race_move_delete BEFORE DELETE ON one_time_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No link is made.
CREATE TRIGGER address_changes_race_move_insert BEFORE INSERT ON address_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No link is replaced or tried.
CREATE TRIGGER address_changes_race_move_update BEFORE UPDATE ON address_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No link is used.
CREATE TRIGGER address_changes_race_move_delete BEFORE DELETE ON address_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No sign-in at an identity provider ends.
CREATE TRIGGER sso_sign_ins_race_move_insert BEFORE INSERT ON sso_sign_ins
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No code of such a sign-in is used.
CREATE TRIGGER sso_sign_ins_race_move_update BEFORE UPDATE ON sso_sign_ins
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No notice is muted.
CREATE TRIGGER muted_notices_race_move_insert BEFORE INSERT ON muted_notices
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- Nor is one taken back.
CREATE TRIGGER muted_notices_race_move_delete BEFORE DELETE ON muted_notices
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No mail is begun.
CREATE TRIGGER mails_race_move_insert BEFORE INSERT ON mails
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- The sender passes over waiting mails, which the new cell sends.
CREATE TRIGGER mails_race_move_update BEFORE UPDATE ON mails
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No upload begins.
CREATE TRIGGER receipts_race_move_insert BEFORE INSERT ON receipts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM expenses x JOIN movers m ON m.id = x.company_id AND m.is_closed WHERE x.id = NEW.expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No upload ends.
CREATE TRIGGER receipts_race_move_update BEFORE UPDATE ON receipts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM expenses x JOIN movers m ON m.id = x.company_id AND m.is_closed WHERE x.id = NEW.expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No receipt is removed.
CREATE TRIGGER receipts_race_move_delete BEFORE DELETE ON receipts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM expenses x JOIN movers m ON m.id = x.company_id AND m.is_closed WHERE x.id = OLD.expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
