import { addMonths, startOfMonth, toYearMonth } from '../../foundation/core/instant.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context, Screen } from '../env.ts';
import { sayIn } from '../format.ts';
import { oneOf, text } from '../kinds.tsx';
import { afterIn, exportList, Filters, List, PAGE_AND_ONE } from '../listing.tsx';
import { fullName } from '../names.ts';
import { titledPage } from '../page.tsx';
import { ButtonLink } from '../parts.tsx';
import { monthIn, PAYROLL, payrollAddress } from '../payroll/place.tsx';
import { NAMES } from '../person/words.ts';
import { PersonName } from '../person-name.tsx';
import {
	balances,
	expenses,
	ListLinks,
	type MonthFilter,
	type MonthList,
	type MonthRow,
	vouchers,
	WORDS,
} from './lists.tsx';

/** Balances, vouchers and expenses of all people of a company in a month. The payroll pages link here. */
export const months: Screen = {
	links: [],
	serve(app) {
		serve(app, balances);
		serve(app, vouchers);
		serve(app, expenses);
	},
};

function serve<Row extends MonthRow>(app: App, list: MonthList<Row>): void {
	app.get(`/payroll/${list.name}`, (c) => showList(c, list));
	app.get(`/payroll/${list.name}/export`, (c) => giveFile(c, list));
}

/** Returns the company, month and status that the address names. By default, the month is the present one. */
const askedIn = (c: Context, { operation }: Pick<MonthList<never>, 'operation'>): MonthFilter => ({
	companyId: companyNamed(c, operation),
	month: monthIn(c, 'month') ?? startOfMonth(c.var.now),
	state: c.req.query('state') || undefined,
});

const listAddress = (path: string, { companyId, month, state }: MonthFilter): string =>
	payrollAddress(companyId, `/${path}`, {
		month: toYearMonth(month),
		state,
	});

async function showList<Row extends MonthRow>(c: Context, list: MonthList<Row>): Promise<Response> {
	const asked = askedIn(c, list);
	const rows = await list.load(c.var.call, asked, afterIn(c), PAGE_AND_ONE);
	const { language } = c.var;
	const words = WORDS[language];
	const title = words.of(words.titles[list.name], sayIn(language).monthName(toYearMonth(asked.month)));
	const person = {
		title: words.person,
		of: (row: Row) => <PersonName person={{ employeeId: row.employeeId, ...row.person }} isNumbered />,
	};
	return titledPage(
		c,
		{
			title,
			above: <a href={payrollAddress(asked.companyId)}>{words.payroll}</a>,
			actions: <ButtonLink to={listAddress(`${list.name}/export`, asked)}>{words.export}</ButtonLink>,
		},
		<>
			<ListLinks present={list.name} toOf={(one) => listAddress(one, { ...asked, state: undefined })} />
			<p class="links">
				<a href={listAddress(list.name, { ...asked, month: addMonths(asked.month, -1) })}>
					‹ {words.earlier}
				</a>
				<a href={listAddress(list.name, { ...asked, month: addMonths(asked.month, 1) })}>{words.later} ›</a>
			</p>
			<Filters
				to={`${PAYROLL}/${list.name}`}
				kept={{ company: asked.companyId }}
				fields={{
					month: text({ type: 'month' }),
					...(list.states && { state: oneOf(list.states, NAMES.states) }),
				}}
				words={WORDS}
				values={{ month: toYearMonth(asked.month) }}
				button={words.show}
			/>
			<List
				caption={title}
				columns={[person, ...list.columns(language)]}
				rows={rows}
				cursorOf={list.cursorOf}
				none={words.none[list.name]}
			/>
		</>,
	);
}

/** Answers the whole list as a CSV file, with number and name of each person in columns of their own. */
function giveFile<Row extends MonthRow>(c: Context, list: MonthList<Row>): Promise<Response> {
	const asked = askedIn(c, list);
	const words = WORDS[c.var.language];
	const { statusAt: _, ...call } = c.var.call;
	return exportList(c, {
		fileName: `${list.name}_${toYearMonth(asked.month)}.csv`,
		columns: [
			{ title: words.personnelNumber, of: ({ person }: Row) => person.personnelNumber },
			{
				title: words.person,
				of: ({ person }) => fullName(person),
			},
			...list.columns(c.var.language),
			{
				title: words.currency,
				of: (row) => {
					const currency = list.currencyOf(row);
					return currency === null ? '' : words.currencies[currency];
				},
			},
		],
		first: '',
		keyOf: list.cursorOf,
		load: (after, limit) => list.load(call, asked, after, limit),
	});
}
