import {
	createReceiptAddress,
	type ReceiptAddress,
	readReceiptAddress,
	removeReceiptAddress,
} from '../../benefits/expenses/receipt-addresses/actions.ts';
import { nullIf } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import { ownId } from '../benefits/receipts.tsx';
import { type App, type Context, reachOf } from '../env.ts';
import { Field } from '../field.tsx';
import { Form, Submit } from '../form.tsx';
import { useWords } from '../page.tsx';
import { ButtonLink, Panel } from '../parts.tsx';
import { changed } from '../submit.ts';
import { ACCOUNT, WORDS } from './words.ts';

const RECEIPTS = `${ACCOUNT}/receipts`;

/** Takes the forms that create, replace or remove the reader's address for receipts. */
export function takeReceiptAddress(app: App): void {
	app.post('/account/receipts', (c) => {
		const employeeId = ownId(c);
		const attempt = (call: Call) => createReceiptAddress(call, c.env.RECEIPTS_DOMAIN, employeeId);
		return changed(c, { attempt, to: () => `${ACCOUNT}?saved=receipt-address` });
	});
	app.post('/account/receipts/remove', (c) => {
		const employeeId = ownId(c);
		return changed(c, {
			attempt: (call) => removeReceiptAddress(call, employeeId),
			to: () => `${ACCOUNT}?saved=no-receipt-address`,
		});
	});
}

/** Returns the reader's address, null if there is none, or undefined for readers who can have none. */
export async function ownReceiptAddress(c: Context, call: Call): Promise<ReceiptAddress | null | undefined> {
	const { visitor } = c.var;
	const domain = c.env.RECEIPTS_DOMAIN;
	if (visitor?.employeeId == null || !domain || reachOf(visitor, 'readReceiptAddress') === null)
		return undefined;
	return readReceiptAddress(call, domain, visitor.employeeId).catch(nullIf('not_found'));
}

export function ReceiptsByMail({ of }: { of: ReceiptAddress | null }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.receipts}>
			<p>{words.receiptsHint}</p>
			{of === null ? (
				<Form to={RECEIPTS}>
					<Submit>{words.createAddress}</Submit>
				</Form>
			) : (
				<>
					<Field name="receipts" label={words.receiptsAddress} value={of.address} readonly />
					<p class="hint">{words.receiptsSender(of.sender)}</p>
					<p class="buttons">
						<ButtonLink to={`mailto:${of.address}`}>{words.writeMail}</ButtonLink>
					</p>
					<details>
						<summary>{words.replaceAddress} …</summary>
						<p>{words.replaceHint}</p>
						<Form to={RECEIPTS}>
							<Submit>{words.replaceAddress}</Submit>
						</Form>
					</details>
					<details>
						<summary>{words.removeAddress} …</summary>
						<p>{words.removeHint}</p>
						<Form to={`${RECEIPTS}/remove`}>
							<Submit look="danger">{words.removeAddress}</Submit>
						</Form>
					</details>
				</>
			)}
		</Panel>
	);
}
