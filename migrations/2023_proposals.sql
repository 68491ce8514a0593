CREATE TABLE `proposal_subjects` (
	`subject_id` text NOT NULL,
	`proposal_id` text NOT NULL,
	PRIMARY KEY(`subject_id`, `proposal_id`),
	FOREIGN KEY (`proposal_id`) REFERENCES `proposals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `proposal_subjects_proposal` ON `proposal_subjects` (`proposal_id`);--> statement-breakpoint
CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`parameters` text NOT NULL,
	`query` text NOT NULL,
	`body` text,
	`reason` text,
	`author_type` text NOT NULL,
	`author_id` text NOT NULL,
	`person_id` text NOT NULL,
	`difference` text NOT NULL,
	`version` text NOT NULL,
	`state` text NOT NULL,
	`date_expires` integer NOT NULL,
	`decider_id` text,
	`date_decided` integer,
	`decline_reason` text,
	`date_due` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `proposals_company` ON `proposals` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_state` ON `proposals` (`company_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_due` ON `proposals` (`date_due`) WHERE date_due IS NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `assistants` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `proposals_need_second_person` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- A proposal is decided once.
CREATE TRIGGER proposals_race_state BEFORE UPDATE OF state ON proposals
WHEN OLD.state <> 'OPEN'
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Lists of companies show the row that a cell has reported.
UPDATE places SET company = json_set(company, '$.assistants', json('false'), '$.proposalsNeedSecondPerson', json('false'));
