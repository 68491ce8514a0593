import { toYearMonth } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { readOpenPayrollRun } from '../../payroll/open-run/actions.ts';
import type { OpenRun } from '../../payroll/open-run/rules.ts';
import { type PayrollMonths, readPayrollMonths } from '../../payroll/overview/actions.ts';
import { CompanyName, chooseCompany, companyIn } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { ListsOfCompany } from '../months/links.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { reading } from '../visit.ts';
import { MonthTiles } from './months.tsx';
import { OpenMonth } from './open-month.tsx';
import { OpenObstacles } from './open-obstacles.tsx';
import { addressOf, monthIn, PAYROLL } from './place.ts';
import { useMayClose } from './reader.ts';
import { SpendingPanel } from './spending.tsx';
import { Warnings } from './warnings.tsx';
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
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const isOver = open.month <= c.var.now;
	return (
		<>
			<Heading title={words.payroll} above={<CompanyName companyId={companyId} choice={PAYROLL} />}>
				{isOver && useMayClose() && (
					<a class="button" href={addressOf(companyId, '/close', { month: toYearMonth(open.month) })}>
						{words.close(say.monthName(toYearMonth(open.month)))} …
					</a>
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
