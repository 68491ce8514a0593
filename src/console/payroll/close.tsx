import { previewPayrollRun } from '../../benefits/payroll/open-run/actions.ts';
import { previewToWire } from '../../benefits/payroll/open-run/contract.ts';
import type { ClosingPreview } from '../../benefits/payroll/open-run/rules.ts';
import { closePayrollRun } from '../../benefits/payroll/runs/actions.ts';
import { closePayrollRunRoute } from '../../benefits/payroll/runs/contract.ts';
import { isEarly } from '../../benefits/payroll/runs/rules.ts';
import { endOfMonth, type Instant, toYearMonth } from '../../foundation/core/instant.ts';
import { isRefusal, notFound, Refusal } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { FormFor, form, OneField } from '../forms.tsx';
import { flag } from '../kinds.tsx';
import { useReader } from '../page.tsx';
import { Badge, ButtonLink, Facts, Note, Panel, Preview } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { tagOf } from '../submit.ts';
import { textIn } from '../typed.ts';
import { Sums } from './lines.tsx';
import { monthIn, payrollAddress, payrollPage } from './place.tsx';
import { Warnings } from './warnings.tsx';
import { WORDS } from './words.ts';

/** Closes a month if it would still pay what the reader has seen. */
export const closing = form({
	fields: { early: flag() },
	contract: closePayrollRunRoute,
	body: (read, c) => ({ ...read, month: toYearMonth(monthToClose(c)) }),
	async attempt(call, companyId: string, { month, early }, c) {
		await requireSeen(call, companyId, month, early, textIn(c.var.typed, 'seen'));
		return closePayrollRun(call, companyId, month, early);
	},
});

/** Shows what closing would do, and the button for it. A month that cannot be closed says why. */
export async function showClosing(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'closePayrollRun');
	const month = monthToClose(c);
	const say = sayIn(c.var.language);
	const words = WORDS[c.var.language];
	const title = words.close(say.monthName(toYearMonth(month)));
	try {
		const preview = await previewPayrollRun(c.var.call, companyId, month, true);
		return payrollPage(c, { title, companyId }, <Closing companyId={companyId} preview={preview} />);
	} catch (error) {
		if (!(error instanceof Refusal) || !['period_closed', 'validation_failed'].includes(error.code))
			throw error;
		const why = error.code === 'period_closed' ? sentenceOf(error, say) : words.cannotClose;
		const note = (
			<Note mood="bad">
				<p>{why}</p>
			</Note>
		);
		return payrollPage(c, { title, companyId, isNarrow: true }, note, 409);
	}
}

function Closing({ companyId, preview }: { companyId: string; preview: ClosingPreview }) {
	const { c, say, words } = useReader(WORDS);
	const { shuts, month } = preview;
	const early = words.early(shuts.map((one) => say.monthName(toYearMonth(one))).join(', '));
	return (
		<>
			<div class="change">
				<Panel>
					<FormFor
						of={closing}
						to={payrollAddress(companyId, '/close', { month: toYearMonth(month) })}
						save={words.closeNow}
						others={<ButtonLink to={payrollAddress(companyId)}>{words.cancel}</ButtonLink>}
					>
						<p>{words.forGood}</p>
						<input type="hidden" name="seen" value={tagOfPreview(preview)} />
						{isEarly(shuts, c.var.now) && <OneField of={closing} name="early" label={early} />}
					</FormFor>
				</Panel>
				<Preview>
					<Shuts shuts={shuts} />
					<Facts
						rows={[
							[words.lineCount, say.number(preview.lineCount)],
							[words.heldOver, say.number(preview.heldOverCount)],
							[words.toVerify, say.number(preview.toVerify)],
						]}
					/>
					{preview.toVerify > 0 && <p>{words.decidedLater}</p>}
					<Sums sums={preview.sums} none={words.nothingToClose} />
				</Preview>
			</div>
			<Warnings warnings={preview.warnings} />
		</>
	);
}

/** The months that accept no more expenses after the closing, and whether they are over. */
function Shuts({ shuts }: Pick<ClosingPreview, 'shuts'>) {
	const { c, say, words } = useReader(WORDS);
	return (
		<>
			<p>{words.shuts}:</p>
			<ul class="rows">
				{shuts.map((month) => {
					const isOver = endOfMonth(month) < c.var.now;
					return (
						<li>
							{say.monthName(toYearMonth(month))}
							<Badge mood={isOver ? 'good' : 'bad'}>{isOver ? words.over : words.notOver}</Badge>
						</li>
					);
				})}
			</ul>
		</>
	);
}

/** Refuses if the month would now pay other amounts. A repeated closing passes, because it may have closed the month itself. */
async function requireSeen(call: Call, companyId: string, month: Instant, early: boolean, seen: string) {
	try {
		if (tagOfPreview(await previewPayrollRun(call, companyId, month, early)) === seen) return;
	} catch (error) {
		if (isRefusal(error, 'period_closed')) return;
		throw error;
	}
	throw new Refusal('precondition_failed', 'The amounts of the month have changed since the preview.');
}

/** Returns the tag of what a reader has agreed to. Receipts that wait are left out, because the month does not pay them. */
const tagOfPreview = ({ shuts, ...preview }: ClosingPreview): string =>
	tagOf({ ...previewToWire({ ...preview, toVerify: 0 }), shuts });

function monthToClose(c: Context): Instant {
	const month = monthIn(c, 'month');
	if (month === null) throw notFound('month');
	return month;
}
