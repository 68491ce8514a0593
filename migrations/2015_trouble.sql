ALTER TABLE `places` ADD `trouble` text;--> statement-breakpoint
CREATE INDEX `places_trouble` ON `places` (`company_id`) WHERE trouble IS NOT NULL;