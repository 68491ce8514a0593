CREATE TABLE `muted_notices` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminder_turns` (
	`kind` text PRIMARY KEY NOT NULL,
	`done_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `companies_reference_day` ON `companies` (`payroll_reference_day`);--> statement-breakpoint
CREATE INDEX `flex_accesses_ending` ON `flex_accesses` (`valid_until`) WHERE valid_until IS NOT NULL AND date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `users_signing_in` ON `users` (`id`) WHERE date_registered IS NOT NULL AND date_closed IS NULL AND date_deleted IS NULL;