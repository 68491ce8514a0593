import { endOfMonth, toYearMonth } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import { previewPayrollRun } from '../../payroll/open-run/actions.ts';
import type { ClosingPreview } from '../../payroll/open-run/rules.ts';
import { isEarly } from '../../payroll/runs/rules.ts';
import { Tick } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Buttons, Form, type Refused } from '../form.tsx';
import { sayIn } from '../format.ts';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Empty, Facts, Note, Panel, Preview } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { Above } from './above.tsx';
import { monthToClose, tagOfPreview } from './closing.ts';
import { addressOf } from './place.ts';
import { Sums } from './sums.tsx';
import { Warnings } from './warnings.tsx';
import { WORDS } from './words.ts';

/** What closing would do, and the button that does it. A month that cannot be closed says why. */
export async function showClosing(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const companyId = companyNamed(c, 'closePayrollRun');
	const month = monthToClose(c);
	const title = WORDS[c.var.language].close(sayIn(c.var.language).monthName(toYearMonth(month)));
	try {
		const preview = await previewPayrollRun(c.var.call, companyId, month, true);
		return page(
			c,
			{ title },
			<ClosingPage companyId={companyId} title={title} preview={preview} state={state} />,
			status,
		);
	} catch (error) {
		if (!(error instanceof Refusal) || !['period_closed', 'validation_failed'].includes(error.code))
			throw error;
		return page(c, { title }, <NoClosing companyId={companyId} title={title} refusal={error} />, 409);
	}
}

interface ClosingProps {
	companyId: string;
	title: string;
	preview: ClosingPreview;
	state: Refused;
}

function ClosingPage({ companyId, title, preview, state }: ClosingProps) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const { shuts, month } = preview;
	return (
		<>
			<Heading title={title} above={<Above companyId={companyId} />} />
			<div class="change">
				<Panel>
					<Form to={addressOf(companyId, '/close', { month: toYearMonth(month) })} state={state}>
						<p>{words.forGood}</p>
						<input type="hidden" name="seen" value={tagOfPreview(preview)} />
						{isEarly(shuts, c.var.now) && (
							<Tick
								name="early"
								label={words.early(shuts.map((one) => say.monthName(toYearMonth(one))).join(', '))}
							/>
						)}
						<Buttons>
							<button type="submit" class="main">
								{words.closeNow}
							</button>
							<a class="button" href={addressOf(companyId)}>
								{words.cancel}
							</a>
						</Buttons>
					</Form>
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
					{preview.sums.length === 0 ? <Empty>{words.nothingToClose}</Empty> : <Sums sums={preview.sums} />}
				</Preview>
			</div>
			<Warnings warnings={preview.warnings} />
		</>
	);
}

/** The months that take no more expenses then, and whether they are over. */
function Shuts({ shuts }: Pick<ClosingPreview, 'shuts'>) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
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

function NoClosing({ companyId, title, refusal }: { companyId: string; title: string; refusal: Refusal }) {
	const { say } = useReader();
	const { cannotClose } = useWords(WORDS);
	return (
		<div class="narrow">
			<Heading title={title} above={<Above companyId={companyId} />} />
			<Note mood="bad">
				<p>{refusal.code === 'period_closed' ? sentenceOf(refusal, say) : cannotClose}</p>
			</Note>
		</div>
	);
}
