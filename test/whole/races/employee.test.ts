import { test } from 'vitest';
import { employeeStage } from './employee-stage.ts';
import { race, TIMEOUT_MS } from './race.ts';

test(
	'operations on one employee at once end as in some order of them',
	() => race(employeeStage, 4),
	TIMEOUT_MS,
);
