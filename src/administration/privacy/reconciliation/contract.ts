import { z } from 'zod';
import { STEPS } from './rules.ts';

export const reconciliationBody = z.strictObject({
	step: z.enum(STEPS),
	after: z.string().max(1024),
	repair: z.boolean(),
	since: z.iso.datetime().optional(),
});
