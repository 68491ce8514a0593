import { toYearMonth } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { readOpenPayrollRun } from '../../payroll/open-run/actions.ts';
import type { OpenRun } from '../../payroll/open-run/rules.ts';
import { type PayrollMonths, readPayrollMonths } from '../../payroll/sheets/actions.ts';
import { CompanyName, chooseCompany } from '../company-choice.tsx';
import { BASE, type Context, companyIn } from '../env.ts';
import { Paging, pageOf } from '../listing.tsx';
import { ListsOfCompany } from '../months/lists.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { ButtonLink, Empty, Facts, Note, Panel } from '../parts.tsx';
import { reading } from '../visit.ts';
import { MonthTiles, Sums } from './months.tsx';
import { HinderedLines, OfficeObstacle, Warnings } from './obstacles.tsx';
import { addressOf, monthIn, PAYROLL, waitingAddress } from './place.tsx';
import { SpendingPanel } from './spending.tsx';
import { WORDS } from './words.ts';

export async function showPayroll(c: Context): Promise<Response> {
	const { payroll: title, noCompany: none } = WORDS[c.var.language];
	const companyId = companyIn(c, 'listPayrollRuns');
	if (companyId === null) {
		const scope = authorize(c.var.call.actor, 'listPayrollRuns');
		return chooseCompany(c, { scope, title, none, addressOf });
	}
	const call = reading(c);
	const [known, open] = await Promise.all([
		readPayrollMonths(call, companyId, monthIn(c, 'until')),
		readOpenPayrollRun(call, companyId),
	]);
	return page(c, { title }, <PayrollPage companyId={companyId} known={known} open={open} />);
}

interface Props {
	companyId: string;
	known: PayrollMonths;
	open: OpenRun;
}

function PayrollPage({ companyId, known, open }: Props) {
	const { c, may, say } = useReader();
	const words = useWords(WORDS);
	const isOver = open.month <= c.var.now;
	return (
		<>
			<Heading title={words.payroll} above={<CompanyName companyId={companyId} choice={PAYROLL} />}>
				{isOver && may('closePayrollRun') && (
					<ButtonLink to={addressOf(companyId, '/close', { month: toYearMonth(open.month) })}>
						{words.close(say.monthName(toYearMonth(open.month)))} …
					</ButtonLink>
				)}
			</Heading>
			<ListsOfCompany companyId={companyId} />
			<MonthTiles companyId={companyId} known={known} open={open} />
			<OpenMonth open={open} companyId={companyId} />
			<OpenObstacles open={open} />
			<Warnings warnings={open.warnings} />
			<SpendingPanel known={known} open={open} />
		</>
	);
}

/** The amounts that the open month would pay now. */
function OpenMonth({ companyId, open }: { companyId: string; open: OpenRun }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	return (
		<section class="panel" id="open">
			<h2>{words.openMonth(say.monthName(toYearMonth(open.month)))}</h2>
			<div class="columns">
				<Facts
					rows={[
						[words.closes, words.untilEvening(say.day(open.closes))],
						[words.format, open.format === null ? words.noFormat : words.formats[open.format]],
						[words.lineCount, say.number(open.lineCount)],
						[words.toVerify, <ToVerify companyId={companyId} count={open.toVerify} />],
						[words.heldOver, say.number(open.heldOverCount)],
					]}
				/>
				<div>
					{open.sums.length === 0 ? (
						<Empty>{words.noSums}</Empty>
					) : (
						<Sums sums={open.sums} linesOf={(sum) => waitingAddress(companyId, sum)} />
					)}
					{open.lineCount + open.heldOverCount > 0 && (
						<p>
							<a href={waitingAddress(companyId)}>{words.oneByOne}</a>
						</p>
					)}
				</div>
			</div>
		</section>
	);
}

function ToVerify({ companyId, count }: { companyId: string; count: number }) {
	const { may, say } = useReader();
	if (count === 0 || !may('approveExpense')) return say.number(count);
	return <a href={`${BASE}/verify?company=${companyId}`}>{say.number(count)}</a>;
}

/** The obstacles that keep lines of the open month out of the file, in pages. */
function OpenObstacles({ open: { officeObstacle, faulty, toVerify } }: { open: OpenRun }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const { shown, next } = pageOf(faulty.slice(behind(faulty, c.req.query('after'))), ({ id }) => id);
	return (
		<Panel title={words.obstacles}>
			{officeObstacle !== null && (
				<Note mood="bad">
					<OfficeObstacle code={officeObstacle} />
				</Note>
			)}
			{officeObstacle === null && faulty.length === 0 && <Empty>{words.noObstacles(toVerify)}</Empty>}
			{shown.length > 0 && (
				<>
					<p>{words.obstaclesHint}</p>
					<HinderedLines caption={words.obstacles} lines={shown} />
				</>
			)}
			<Paging next={next} />
		</Panel>
	);
}

/** How many lines stand before those that a page shows. */
const behind = (lines: readonly { id: string }[], after: string | undefined): number =>
	after === undefined ? 0 : lines.findIndex(({ id }) => id === after) + 1;
