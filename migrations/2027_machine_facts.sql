ALTER TABLE `expenses` ADD `machine_facts` text;--> statement-breakpoint
CREATE INDEX `expenses_purchase` ON `expenses` (`company_id`,machine_facts ->> 'mark') WHERE machine_facts IS NOT NULL;--> statement-breakpoint
CREATE INDEX `expenses_till` ON `expenses` (`company_id`,machine_facts ->> 'issuerMark',`employee_id`) WHERE machine_facts IS NOT NULL;