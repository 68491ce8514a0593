CREATE TABLE `calendar_addresses` (
	`company_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`shows_names` integer NOT NULL,
	`date_created` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calendar_addresses_hash" CHECK(length("calendar_addresses"."hash") = 43)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_addresses_hash` ON `calendar_addresses` (`hash`);