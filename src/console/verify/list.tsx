import { FACT_MATCHES } from '../../benefits/expenses/facts/rules.ts';
import { listExpenseQueue } from '../../benefits/expenses/review/actions.ts';
import { module } from '../../tenants/mail/words/rules.ts';
import type { Context } from '../env.ts';
import { oneOf, optional } from '../kinds.tsx';
import { type Column, Filters, List, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { nameIn } from '../names.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, NameLink } from '../parts.tsx';
import { NameTag } from '../person-name.tsx';
import { type Checked, checkedOf, isOwn, Summary } from './checks.tsx';
import { nothingOf } from './machine.tsx';
import { cursorOf, keyOf, type QueuePosition, queueAddress, requirePlace, VERIFY } from './place.ts';
import { MATCH_NAMES, SAMPLED_NAMES, WORDS } from './words.ts';

const FILTERS = {
	facts: optional(oneOf(FACT_MATCHES, MATCH_NAMES)),
	sampled: optional(oneOf(['yes', 'no'], SAMPLED_NAMES)),
};

/** Lists all expenses that wait for a decision. Several can be selected. */
export async function showList(c: Context): Promise<Response> {
	const place = requirePlace(c);
	const queue = await listExpenseQueue(c.var.call, place.companyId, place.filter, keyOf(place), PAGE_AND_ONE);
	const words = WORDS[c.var.language];
	return titledPage(
		c,
		{
			title: words.allWaiting,
			above: <a href={VERIFY}>{words.receipts}</a>,
			actions: <ButtonLink to={queueAddress({ ...place, passed: [] })}>{words.one}</ButtonLink>,
		},
		<>
			<Filters
				to={`${VERIFY}/list`}
				kept={{ company: place.companyId }}
				fields={FILTERS}
				words={WORDS}
				button={words.filter}
			/>
			<Paged rows={queue} cursorOf={cursorOf} none={nothingOf(words, place)}>
				{(shown) => <Selection place={place} queue={shown.map((entry) => checkedOf(entry, c.var.now))} />}
			</Paged>
		</>,
	);
}

function Selection({ place, queue }: { place: QueuePosition; queue: readonly Checked[] }) {
	const { language } = useReader().c.var;
	const words = WORDS[language];
	const fine = queue.filter(({ isFine }) => isFine).map(({ expense }) => expense.id);
	const columns: Column<Checked>[] = [
		{
			title: words.choose,
			of: (entry) => !isOwn(entry) && <Box entry={entry} />,
		},
		{
			title: words.person,
			of: ({ expense }) => (
				<>
					<NameLink to={`${VERIFY}/${expense.id}`}>{nameIn(expense)}</NameLink>
					<NameTag status={expense.person.personStatus} />
				</>
			),
		},
		{ title: words.purpose, of: ({ expense }) => module(language, expense.module) },
		{
			title: words.amount,
			of: ({ expense }) => ({ amount: expense.amountValue, currency: expense.amountCurrency }),
			isNumeric: true,
		},
		{ title: words.day, of: ({ expense }) => ({ day: expense.date }) },
		{ title: words.findings, of: (entry) => <Summary entry={entry} /> },
	];
	return (
		<form method="get" action={`${VERIFY}/many`}>
			<input type="hidden" name="company" value={place.companyId} />
			<List caption={words.allWaiting} rows={queue} columns={columns} />
			<p class="buttons">
				<button type="submit" class="main">
					{words.decideTicked}
				</button>
				{fine.length > 0 && (
					<button type="submit" name="ids" value={fine.join(',')}>
						{words.decideFine(fine.length)}
					</button>
				)}
			</p>
		</form>
	);
}

function Box({ entry: { expense } }: { entry: Checked }) {
	const { say } = useReader();
	const amount = say.amount(expense.amountValue, expense.amountCurrency);
	const label = useWords(WORDS).chooseOne(nameIn(expense), amount);
	return <input type="checkbox" name="id" value={expense.id} aria-label={label} />;
}
