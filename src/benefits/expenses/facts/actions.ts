import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Upload } from '../../../foundation/core/upload.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { idInScope } from '../../employees/store.ts';
import { accessesIn, employmentWithAccesses } from '../../flex/access/store.ts';
import { isPermitted } from '../circumstances/rules.ts';
import { requireReceiptType } from '../receipts/rules.ts';
import { tillOf } from '../store.ts';
import { factsIn, factsInUpload } from './rules.ts';
import { earlierOf, type ReceiptFacts } from './store.ts';

/** Reads the code of a receipt, or the invoice in its file, to fill in a form. It stores nothing. */
export async function readReceiptFacts(
	call: Call,
	employeeId: string,
	given: { machineReadable: string } | { upload: Upload },
): Promise<ReceiptFacts> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'readReceiptFacts');
	const facts =
		'upload' in given
			? await factsInUpload(given.upload, requireReceiptType(given.upload.head), null, false)
			: await factsIn(given.machineReadable, now);
	const ofEmployee = idInScope(db, scope, employeeId);
	const [rows, [till], [earlier]] = await load(call, [
		employmentWithAccesses(db, scope, employeeId),
		tillOf(db, ofEmployee, facts),
		earlierOf(db, ofEmployee, facts),
	]);
	const employment = requireFound(rows[0], 'employee');
	const { module, expenseIds, isOfColleague } = requireFound(earlier, 'employee');
	const date = Date.parse(facts?.date ?? '');
	return {
		machineFacts: facts,
		isTillKnown: till?.isTillKnown ?? false,
		module: module !== null && isPermitted({ module, date }, accessesIn(rows), employment) ? module : null,
		samePurchase: {
			expenseIds,
			// A valid signature shows that the caller has the receipt. Otherwise anybody could ask about guessed numbers.
			isOfColleague: isOfColleague && facts?.signature === 'VALID',
		},
	};
}
