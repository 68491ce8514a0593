ALTER TABLE `moves` ADD `erased` text;--> statement-breakpoint
ALTER TABLE `moves` ADD `restored_to` integer;--> statement-breakpoint
ALTER TABLE `moves` ADD `author` text;--> statement-breakpoint
CREATE INDEX `addresses_cell` ON `addresses` (`cell`);