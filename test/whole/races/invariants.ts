import { bytesOf, sendBytes } from '../../harness/bytes.ts';
import { cellOfCompany } from '../../harness/moving.ts';
import type { TestCompany } from '../../harness/service.ts';
import { as, openSession } from '../../harness/service.ts';

interface Payment {
	id: string;
	flexDataId: string;
	kind?: string;
}

/** Both ends belong to a period. A period without an end overlaps every later one. */
export function requireNoOverlap(timeline: unknown, from: string, until: string): void {
	const periods = timeline as Record<string, string | null>[];
	for (const [index, period] of periods.slice(1).entries()) {
		const end = periods[index]?.[until];
		if (!end || end >= String(period[from])) throw new Error(`Overlap: ${JSON.stringify(periods)}`);
	}
}

/** Every approved expense and every booked voucher is paid once, by a run or outside payroll. Every run describes its file. */
export async function requireSoundPayroll({
	company: { id, admin },
}: {
	company: TestCompany;
}): Promise<void> {
	// A change of the administrator's address has ended the earlier session.
	const reader = await openSession(admin.userId, (await cellOfCompany(id)) ?? undefined);
	const list = async (path: string) => (await as(reader).get(`/companies/${id}/flex/${path}`)).body;
	const corrections = new Set((await list('payroll-corrections')).map((one: { id: string }) => one.id));
	const settled: Payment[] = (await list('payroll-settlements')).map(
		({ transactionId, ...one }: { transactionId: string }) => ({ ...one, id: transactionId }),
	);
	const paidBy = async (query: string, outside: Payment[]): Promise<string[]> =>
		[...(await list(`payroll-transactions${query}`)), ...outside]
			.filter((one: Payment) => !corrections.has(one.id))
			.map(({ flexDataId }: Payment) => flexDataId)
			.sort();
	const vouchers = await paidBy(
		'?kind=VOUCHER',
		settled.filter(({ kind }) => kind === 'VOUCHER'),
	);
	if (new Set(vouchers).size < vouchers.length) throw new Error(`Vouchers paid twice: ${vouchers}`);
	const paid = (await paidBy('', settled)).filter((id) => !vouchers.includes(id));
	const approved = (await list('expenses?state=APPROVED')).map((one: { id: string }) => one.id).sort();
	if (paid.join() !== approved.join()) throw new Error(`Approved ${approved}, but paid ${paid}`);

	for (const run of await list('payroll-runs')) {
		const path = `/companies/${id}/flex/payroll-runs/${run.id}/export?format=csv`;
		const csv = await bytesOf(await sendBytes(reader, 'GET', path));
		const rows = new TextDecoder().decode(csv).trimEnd().split('\r\n').slice(1);
		const digest = Buffer.from(await crypto.subtle.digest('SHA-256', csv)).toString('hex');
		const found = { lineCount: rows.length, sha256: digest };
		if (run.lineCount !== found.lineCount || run.sha256 !== found.sha256) {
			throw new Error(`The run says ${JSON.stringify(run)}, its file ${JSON.stringify(found)}`);
		}
	}
}
