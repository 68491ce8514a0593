CREATE TABLE `template_copies` (
	`template_id` text NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`rules` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`template_id`, `company_id`)
);
--> statement-breakpoint
CREATE INDEX `template_copies_since` ON `template_copies` (`since`);