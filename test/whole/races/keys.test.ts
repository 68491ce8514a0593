import { test } from 'vitest';
import { companyStage } from './company-stage.ts';
import { keySubjects } from './key-operations.ts';
import { race, TIMEOUT_MS } from './race.ts';

const keyStage = { ...companyStage, subjects: keySubjects, histories: [[]] };

test('requests under one key at once end as in some order of them', () => race(keyStage, 2), TIMEOUT_MS);
