import { readOpenPayrollRun } from '../../benefits/payroll/open-run/actions.ts';
import type { OpenRun } from '../../benefits/payroll/open-run/rules.ts';
import { readPayrollMonths } from '../../benefits/payroll/sheets/actions.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import { CompanyName, chooseCompany, companyNamed } from '../company-choice.tsx';
import { BASE, type Context, companyIn, type Screen } from '../env.ts';
import { afterIn, List, Paging, pageOf } from '../listing.tsx';
import { ListsOfCompany } from '../months/lists.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Empty, Facts, Note, Panel } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { takePost } from '../submit.ts';
import { takeForm } from '../taking.ts';
import { reading } from '../visit.ts';
import { closing, showClosing } from './close.tsx';
import { giveFile, giveProfile, makeFile } from './files.tsx';
import { correction, lineNamed, settlement, showLine } from './line.tsx';
import { faultyColumns, Sums, showHeldOver, showWaiting, waitingAddress } from './lines.tsx';
import { MonthTiles, SpendingPanel } from './months.tsx';
import { MealValueNotes, OfficeObstacle } from './obstacles.tsx';
import { monthIn, PAYROLL, payrollAddress } from './place.tsx';
import { showRun } from './run.tsx';
import { Warnings } from './warnings.tsx';
import { WORDS } from './words.ts';

/** Months, what they pay, and the files for the payroll office. Closing and correcting ask for a fresh proof of identity. */
export const payroll: Screen = {
	links: [
		{
			path: '/payroll',
			group: 'daily',
			operation: 'listPayrollRuns',
			title: (language) => WORDS[language].payroll,
		},
	],
	serve(app) {
		app.get('/payroll', showPayroll);
		app.use('/payroll/close', proof);
		app.get('/payroll/close', showClosing);
		takeForm(app, '/payroll/close', closing, {
			idOf: (c) => companyNamed(c, 'closePayrollRun'),
			to: (companyId, { id }) => payrollAddress(companyId, `/runs/${id}`, { closed: '' }),
			show: showClosing,
		});
		app.get('/payroll/waiting', showWaiting);
		app.get('/payroll/lug-profile', giveProfile);
		app.get('/payroll/runs/:runId', showRun);
		takePost(app, '/payroll/runs/:runId/files', makeFile, showRun);
		app.get('/payroll/runs/:runId/file', giveFile);
		app.get('/payroll/runs/:runId/held-over', showHeldOver);
		app.use('/payroll/lines/*', proof);
		app.get('/payroll/lines/:transactionId', showLine);
		takeForm(app, '/payroll/lines/:transactionId', correction, {
			idOf: lineNamed,
			to: ({ companyId, lineId }) => payrollAddress(companyId, `/lines/${lineId}`, { saved: '' }),
			show: showLine,
		});
		takeForm(app, '/payroll/lines/:transactionId/settlement', settlement, {
			idOf: lineNamed,
			to: ({ companyId, lineId }) => payrollAddress(companyId, `/lines/${lineId}`, { settled: '' }),
			show: showLine,
		});
	},
};

async function showPayroll(c: Context): Promise<Response> {
	const words = WORDS[c.var.language];
	const { payroll: title, noCompany: none } = words;
	const companyId = companyIn(c, 'listPayrollRuns');
	if (companyId === null) {
		return chooseCompany(c, { operation: 'listPayrollRuns', title, none, addressOf: payrollAddress });
	}
	const call = reading(c);
	const [known, open] = await Promise.all([
		readPayrollMonths(call, companyId, monthIn(c, 'until')),
		readOpenPayrollRun(call, companyId),
	]);
	const above = <CompanyName companyId={companyId} choice={PAYROLL} />;
	return titledPage(
		c,
		{ title, above, actions: <CloseLink companyId={companyId} open={open} /> },
		<>
			<ListsOfCompany companyId={companyId} />
			<MonthTiles companyId={companyId} known={known} open={open} />
			<OpenMonth open={open} companyId={companyId} />
			<MealValueNotes months={open.monthsWithoutMealValue} />
			<OpenObstacles open={open} />
			<Warnings warnings={open.warnings} />
			<SpendingPanel known={known} open={open} />
		</>,
	);
}

interface OpenProps {
	companyId: string;
	open: OpenRun;
}

/** The link to the form that closes the open month, once that is over. */
function CloseLink({ companyId, open: { month } }: OpenProps) {
	const { c, may, say } = useReader();
	const name = toYearMonth(month);
	if (month > c.var.now || !may('closePayrollRun')) return null;
	return (
		<ButtonLink to={payrollAddress(companyId, '/close', { month: name })}>
			{useWords(WORDS).close(say.monthName(name))} …
		</ButtonLink>
	);
}

/** The amounts that the open month would pay now. */
function OpenMonth({ companyId, open }: OpenProps) {
	const { may, say, words } = useReader(WORDS);
	const toVerify = say.number(open.toVerify);
	const isLinked = open.toVerify > 0 && may('approveExpense');
	return (
		<section class="panel" id="open">
			<h2>{words.openMonth(say.monthName(toYearMonth(open.month)))}</h2>
			<div class="columns">
				<Facts
					rows={[
						[words.closes, words.untilEvening(say.day(open.closes))],
						[words.format, open.format === null ? words.noFormat : words.formats[open.format]],
						[words.lineCount, say.number(open.lineCount)],
						[
							words.toVerify,
							isLinked ? <a href={`${BASE}/verify?company=${companyId}`}>{toVerify}</a> : toVerify,
						],
						[words.heldOver, say.number(open.heldOverCount)],
					]}
				/>
				<div>
					<Sums sums={open.sums} linesOf={(sum) => waitingAddress(companyId, sum)} none={words.noSums} />
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

/** The obstacles that keep lines of the open month out of the file, in pages. */
function OpenObstacles({ open: { officeObstacle, faulty, toVerify } }: Pick<OpenProps, 'open'>) {
	const { c, words } = useReader(WORDS);
	const behind = faulty.findIndex(({ id }) => id === afterIn(c)) + 1;
	const { shown, next } = pageOf(faulty.slice(behind), ({ id }) => id);
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
					<List caption={words.obstacles} columns={faultyColumns(c.var.language)} rows={shown} />
				</>
			)}
			<Paging next={next} />
		</Panel>
	);
}
