import fc from 'fast-check';
import { inMethod, inPath, inQuery } from './broken-address.ts';
import { inBody, inEncoding } from './broken-body.ts';
import { inHeaders } from './broken-headers.ts';
import { validRequests } from './requests.ts';

/** A described request, broken once or twice in any way. */
export const brokenRequests = fc
	.tuple(
		validRequests(),
		fc.array(fc.oneof({ arbitrary: inBody, weight: 2 }, inEncoding, inPath, inQuery, inMethod, inHeaders), {
			minLength: 1,
			maxLength: 2,
		}),
	)
	.map(([draft, breakages]) => breakages.reduce((broken, by) => by(broken), draft));
