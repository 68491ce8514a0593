ALTER TABLE `users` ADD `closer` text;--> statement-breakpoint
CREATE INDEX `api_keys_maker` ON `api_keys` (`maker_id`);