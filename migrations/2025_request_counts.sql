CREATE TABLE `request_counts` (
	`id` text PRIMARY KEY NOT NULL,
	`counts` text NOT NULL
);
