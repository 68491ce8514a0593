CREATE TABLE `events` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`date` integer NOT NULL,
	`date_reached` integer NOT NULL,
	`author` text NOT NULL,
	`company_id` text,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`record_id` text NOT NULL,
	`type` text NOT NULL,
	`before` text,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_company` ON `events` (`company_id`,`position`);--> statement-breakpoint
CREATE INDEX `events_company_type` ON `events` (`company_id`,`type`,`position`);--> statement-breakpoint
CREATE INDEX `events_company_reached` ON `events` (`company_id`,`date_reached`,`position`);--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`subject_id`,`position`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`caller_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`attempt` text NOT NULL,
	`record_id` text NOT NULL,
	`date_created` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`headers` text,
	`body` text,
	PRIMARY KEY(`caller_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`date_created`);--> statement-breakpoint
ALTER TABLE `companies` ADD `retention_months` integer DEFAULT 120 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `employees` ADD `date_erased` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `revision` integer DEFAULT 0 NOT NULL;