ALTER TABLE `receipts` ADD `invoice_mark` text;--> statement-breakpoint
CREATE INDEX `receipts_invoice` ON `receipts` (`invoice_mark`) WHERE invoice_mark IS NOT NULL;