import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bytesIn, pdfWith, XML, xmlWith } from '../../harness/invoices.ts';
import { upload, uploadDraft } from '../../harness/receipts.ts';
import { type Answer, as, at, now } from '../../harness/service.ts';
import { snapshot } from '../../harness/snapshot.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { newTill } from '../../harness/tills.ts';
import { asked } from '../../tools/random/asked.ts';

const { runs = 20, seed = 20230307, path = '' } = asked;

let person: Spender;
let colleague: Spender;
let restore: () => Promise<void>;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	person = await newSpender({ budget: cents(10_000_000) });
	colleague = await newSpender({ budget: cents(10_000_000) }, person.company);
	restore = await snapshot();
});
beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const check = <T>(arbitrary: fc.Arbitrary<T>, property: (given: T) => Promise<void>) =>
	fc.assert(fc.asyncProperty(arbitrary, property).afterEach(restore), {
		numRuns: runs,
		seed,
		...(path !== '' && { path }),
	});

/** The day and the amount that a reader sees on a receipt. */
interface Meaning {
	date: string;
	amount: { value: number; currency: string };
}

/** How the form differs from the receipt, and whether the person says so. */
const differences = {
	more: fc.constantFrom(0, 0, 0, 1, -1),
	daysBefore: fc.constantFrom(0, 0, 0, 1),
	currency: fc.constantFrom('EUR_CENT', 'EUR_CENT', 'EUR_CENT', 'CHF_CENTIMES'),
	factsDiffer: fc.boolean(),
};
interface Difference {
	more: number;
	daysBefore: number;
	currency: string;
	factsDiffer: boolean;
}

/** A form that is filled in from a receipt, or from what it seems to say. */
const formOf = (
	value: number,
	time: number,
	{ more, daysBefore, currency, factsDiffer }: Difference,
): Meaning & { factsDiffer: boolean } => ({
	amount: { value: Math.max(1, value + more), currency },
	date: berlin(time - daysBefore * 86_400_000),
	factsDiffer,
});

const berlin = (time: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(time);

const isSame = (one: Meaning, two: Meaning) =>
	one.date === two.date &&
	one.amount.value === two.amount.value &&
	one.amount.currency === two.amount.currency;

/** Only what the receipt says is stored, unless the person has confirmed a difference. */
async function expectMeant(id: string, form: Meaning & { factsDiffer: boolean }): Promise<Meaning | null> {
	const { body } = await as(person.verifier).get(`/flex/expenses/${id}`);
	expect(body).toMatchObject({ date: form.date, amount: form.amount });
	if (body.machineFacts !== null && !form.factsDiffer) expect(isSame(body.machineFacts, form)).toBe(true);
	return body.machineFacts;
}

const duplicatesOf = async (id: string): Promise<string[]> =>
	(await as(person.verifier).get(`/flex/expenses/${id}/duplicates`)).body.samePurchase;

/** The answer is no failure, and says why if it refuses. */
function isTaken({ status, body }: Answer, ...codes: string[]): boolean {
	if (status < 300) return true;
	expect(codes, JSON.stringify(body)).toContain(body.code);
	return false;
}

const payment = fc.record({
	value: fc.integer({ min: -5000, max: 20_000 }),
	currency: fc.constantFrom('', '', '', ':EUR', ':USD'),
	isFirst: fc.boolean(),
});

const codes = fc.record({
	gross: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -500, max: 20_000 })), {
		minLength: 5,
		maxLength: 5,
	}),
	payments: fc.array(payment, { maxLength: 4 }),
	isUnpaid: fc.constantFrom(false, false, false, false, true),
	kind: fc.constantFrom('Beleg', 'Beleg', 'Beleg', 'Beleg', 'AVBelegstorno', 'AVTraining'),
	type: fc.constantFrom('Kassenbeleg-V1', 'Kassenbeleg-V1', 'Kassenbeleg-V1', 'Bestellung-V1'),
	minutesAgo: fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: -20, max: 5 })),
	curve: fc.constantFrom('P256', 'P256', 'P384', 'brainpoolP256r1'),
	/** A character that somebody has changed. */
	change: fc.option(fc.tuple(fc.nat(), fc.constantFrom('0', '9', 'A', '.', ';', '_', ':', '^')), { freq: 1 }),
	isCorrection: fc.boolean(),
	difference: fc.record(differences),
});

const euros = (value: number) => (value / 100).toFixed(2);
const sum = (values: number[]) => values.reduce((total, one) => total + one, 0);

test('a code never submits another amount silently, and a signed purchase is found again', async () => {
	const tally = { taken: 0, refused: 0, changed: 0 };
	await check(
		codes,
		async ({ gross, payments, isUnpaid, kind, type, minutesAgo, curve, change, ...given }) => {
			const total = sum(gross);
			const inEuros = payments.filter(({ currency }) => !currency.endsWith('USD'));
			const rest = {
				value: total - sum(inEuros.map(({ value }) => value)) + Number(isUnpaid),
				currency: '',
				isFirst: true,
			};
			const paid = [...payments, rest].map(({ value, currency, isFirst }) =>
				isFirst ? `${euros(value)}:Bar${currency}` : `Unbar:${euros(value)}${currency}`,
			);
			const data = `${kind}^${gross.map(euros).join('_')}^${paid.join('_')}`;
			const time = now() - minutesAgo * 60_000;
			const till = newTill(curve);
			const sign = (encoding: 'der' | 'compact') =>
				till('', new Date(time).toISOString(), { transaction: 7, type, data, encoding });
			const [code, twin] = [sign('der'), sign('compact')];
			const meaning =
				type === 'Kassenbeleg-V1' &&
				kind === 'Beleg' &&
				total > 0 &&
				// Other currencies have no known rate.
				(!isUnpaid || inEuros.length < payments.length) &&
				minutesAgo >= -15
					? { date: berlin(time), amount: cents(total) }
					: null;
			const form = formOf(total, time, given.difference);
			const [place = 0, letter = ''] = change ?? [];
			const at = place % code.length;
			const sent = change === null ? code : code.slice(0, at) + letter + code.slice(at + 1);

			let id: string | undefined;
			const body = { ...form, machineReadable: sent };
			if (given.isCorrection) {
				id = await person.submitted();
				await person.sendBack(id);
			}
			const answer = id === undefined ? await person.submit(body) : await person.mend(id, body);
			const refusals = [
				'code_unusable',
				'facts_differ',
				'currency_mismatch',
				'validation_failed',
				'period_closed',
			];
			if (!isTaken(answer, ...refusals)) {
				const isExact = meaning !== null && isSame(meaning, form) && sent === code;
				expect(isExact, 'what agrees is taken').toBe(false);
				tally.refused++;
				return;
			}
			const facts = answer.body.machineFacts;
			await expectMeant(answer.body.id, form);
			if (facts.verdict === 'UNKNOWN_ISSUER') {
				expect(meaning, 'only a purchase is taken').not.toBeNull();
				expect({ date: facts.date, amount: facts.amount }, 'as it was signed').toEqual(meaning);
			} else expect([facts.verdict, sent === code]).toEqual(['MISMATCH', false]);
			tally[sent === code ? 'taken' : 'changed']++;
			if (meaning === null || sent !== code) return;
			const second = await colleague.submit({ ...meaning, machineReadable: twin });
			expect(second.status).toBe(201);
			expect(await duplicatesOf(second.body.id)).toEqual([answer.body.id]);
			expect(await duplicatesOf(answer.body.id)).toEqual([second.body.id]);
		},
	);
	const { taken, refused } = tally;
	expect(Math.min(taken, refused), JSON.stringify(tally)).toBeGreaterThan(runs / 10);
});

const invoices = fc.record({
	syntax: fc.constantFrom('cii', 'ubl'),
	container: fc.constantFrom('xml', 'pdf', 'two'),
	value: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 90_000 }) }, fc.constantFrom(0, -100)),
	daysAgo: fc.integer({ min: 0, max: 20 }),
	type: fc.constantFrom('380', '380', '380', '380', '381', '384'),
	currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'USD'),
	change: fc.option(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { freq: 1 }),
	asDraft: fc.boolean(),
	difference: fc.record(differences),
});

test('an invoice never submits another amount silently, and is found again', async () => {
	const tally = { taken: 0, refused: 0, changed: 0 };
	await check(
		invoices,
		async ({ syntax, container, value, daysAgo, type, currency, change, asDraft, difference }) => {
			const time = now() - daysAgo * 86_400_000;
			const day = berlin(time);
			const xml = xmlWith(
				{
					'>380<': `>${type}<`,
					'20230227': day.replaceAll('-', ''),
					'2023-02-27': day,
					'>10.00<': `>${euros(value)}<`,
					'>EUR<': `>${currency}<`,
				},
				XML[syntax],
			);
			const other = xmlWith({ 'RE-2023-0042': 'RE-2' }, xml);
			const whole =
				container === 'xml' ? bytesIn(xml) : pdfWith(xml, ...(container === 'two' ? [other] : []));
			const file = change === null ? whole : whole.with(change[0] % whole.length, change[1]);
			const isPurchase = type !== '381' && value > 0;
			const meaning =
				isPurchase && container !== 'two' && currency === 'EUR' ? { date: day, amount: cents(value) } : null;
			const form = formOf(value, time, { ...difference, currency: 'EUR_CENT' });
			const refusals = ['unsupported_media_type', 'code_unusable', 'facts_differ', 'period_closed'];

			/** Submits the invoice, and returns the expense if it was taken with it. */
			const add = async (by: Spender, { factsDiffer, ...fields }: typeof form, bytes: typeof file) => {
				if (!asDraft) {
					const id = await by.submitted(fields);
					const added = await upload(by.employee, id, bytes, undefined, {}, `?factsDiffer=${factsDiffer}`);
					return isTaken(added, ...refusals) ? id : undefined;
				}
				const { status, body } = await uploadDraft(by.employee, by.employeeId, bytes);
				if (!isTaken({ status, body } as Answer, ...refusals)) return undefined;
				const submitted = await by.submit({ ...fields, factsDiffer, draftId: body.id });
				return isTaken(submitted, ...refusals) ? submitted.body.id : undefined;
			};
			const id = await add(person, form, file);
			if (id === undefined) {
				const isExact = meaning !== null && isSame(meaning, form) && type === '380' && change === null;
				expect(isExact, 'what agrees is taken').toBe(false);
				tally.refused++;
				return;
			}
			const facts = await expectMeant(id, form);
			tally[change === null ? 'taken' : 'changed']++;
			if (change !== null) return;
			expect(facts && { date: facts.date, amount: facts.amount }).toEqual(meaning);
			if (meaning === null) return;
			const again = await add(colleague, { ...meaning, factsDiffer: true }, bytesIn(`${xml} `));
			expect(await duplicatesOf(id)).toEqual([again]);
		},
	);
	const { taken, refused } = tally;
	expect(Math.min(taken, refused), JSON.stringify(tally)).toBeGreaterThan(runs / 10);
});
