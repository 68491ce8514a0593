import { test } from 'vitest';
import { race, TIMEOUT_MS } from './race.ts';
import { rulesStage } from './rules-stage.ts';
import { standingStage } from './standing-stage.ts';

test(
	'operations on standing expenses at once end as in some order of them',
	() => race(standingStage, 2),
	TIMEOUT_MS,
);

test(
	'operations on what a rule approves at once end as in some order of them',
	() => race(rulesStage, 2),
	TIMEOUT_MS,
);
