CREATE INDEX `addresses_in_doubt` ON `addresses` (`since`) WHERE claim IS NOT NULL;--> statement-breakpoint
CREATE INDEX `fences_since` ON `fences` (`since`);