CREATE TABLE `company_logos` (
	`company_id` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `companies` ADD `color` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `logo` text;