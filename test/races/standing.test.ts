import { test } from 'vitest';
import { race, TIMEOUT_MS } from './race.ts';
import { standingStage } from './standing-stage.ts';

test(
	'operations on standing expenses at once end as in some order of them',
	() => race(standingStage, 6),
	TIMEOUT_MS,
);
