ALTER TABLE `idempotency_keys` ADD `subject_id` text;--> statement-breakpoint
CREATE INDEX `idempotency_keys_subject` ON `idempotency_keys` (`subject_id`) WHERE subject_id IS NOT NULL;