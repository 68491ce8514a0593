CREATE TABLE `mail_turns` (
	`party` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`attempts` integer NOT NULL,
	`ordinal` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mail_days` ADD `per_day` integer;--> statement-breakpoint
ALTER TABLE `mails` ADD `turn` integer;--> statement-breakpoint
CREATE INDEX `mails_turn` ON `mails` (`company_id`,`priority`,`date_due`,`id`) WHERE state = 'waiting';--> statement-breakpoint
-- == Mails.

DROP TRIGGER mails_follow_attempts;
--> statement-breakpoint
-- Counts the attempts at limited mails of each day, and those of each company. Mails about security do not count.
CREATE TRIGGER mails_follow_attempts AFTER UPDATE OF attempts ON mails WHEN NEW.attempts > OLD.attempts AND NEW.priority > 0
BEGIN
	INSERT INTO mail_days (day, attempts) VALUES (NEW.date_attempted / 86400000, 1)
	ON CONFLICT (day) DO UPDATE SET attempts = attempts + 1;
	INSERT INTO mail_turns (party, day, attempts, ordinal)
	VALUES (coalesce(NEW.company_id, ''), NEW.date_attempted / 86400000, 1, coalesce(NEW.turn, 0))
	ON CONFLICT (party) DO UPDATE SET
		attempts = iif(day = excluded.day, attempts + 1, 1), day = excluded.day, ordinal = excluded.ordinal;
END;
--> statement-breakpoint
-- No sender begins more limited mails on a day than its limit permits.
CREATE TRIGGER mail_days_race_limit BEFORE UPDATE OF attempts ON mail_days
WHEN NEW.attempts > OLD.attempts AND NEW.attempts > NEW.per_day
BEGIN SELECT RAISE(ABORT, 'mail_limit_reached'); END;
