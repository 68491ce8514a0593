CREATE TABLE `mail_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`attempts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text,
	`data` text NOT NULL,
	`sealed` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`priority` integer NOT NULL,
	`date_due` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`date_attempted` integer,
	`attempt` text,
	`date_sent` integer,
	`carrier_id` text,
	`reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mails_sealed" CHECK(state = 'waiting' OR sealed IS NULL)
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`priority`,`date_due`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mails_company` ON `mails` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`company_id`,`state`,`id`) WHERE state <> 'sent';--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `mails_carrier` ON `mails` (`carrier_id`) WHERE carrier_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `sender_name` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `language` text;--> statement-breakpoint
-- What carriers take in a day is counted, so that thousands of invitations spread over several days.
CREATE TRIGGER mails_count_attempts AFTER UPDATE OF attempts ON mails WHEN NEW.attempts > OLD.attempts
BEGIN
	INSERT INTO mail_days VALUES (NEW.date_attempted / 86400000, 1) ON CONFLICT (day) DO UPDATE SET attempts = attempts + 1;
END;
--> statement-breakpoint
-- A mail that was sent or given up never waits again. One that was sent may come back.
CREATE TRIGGER mails_ended BEFORE UPDATE OF state ON mails
WHEN OLD.state <> 'waiting' AND NOT (OLD.state = 'sent' AND NEW.state = 'bounced')
BEGIN
	SELECT RAISE(ABORT, 'mail_ended');
END;
