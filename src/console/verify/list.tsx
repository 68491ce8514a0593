import { listExpenseQueue } from '../../expenses/review/actions.ts';
import type { Queued } from '../../expenses/review/store.ts';
import { module } from '../../mail/words.ts';
import type { Context } from '../env.ts';
import { PAGE_AND_ONE, Paged } from '../listing.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Day, Money, Table } from '../parts.tsx';
import { MANY_WORDS } from './many-words.ts';
import { addressOf, keyOf, nameIn, type Place, VERIFY } from './place.ts';
import { WORDS } from './words.ts';

/** Lists all expenses that wait for a decision. Several can be selected. */
export async function showList(c: Context, place: Place): Promise<Response> {
	const queue = await listExpenseQueue(c.var.call, place.companyId, keyOf(place), PAGE_AND_ONE);
	const words = MANY_WORDS[c.var.language];
	return page(
		c,
		{ title: words.list },
		<>
			<Heading title={words.list} above={<a href={VERIFY}>{WORDS[c.var.language].verify}</a>}>
				<a class="button" href={addressOf({ ...place, passed: [] })}>
					{words.one}
				</a>
			</Heading>
			<Paged rows={queue} cursorOf={({ expense }) => `${expense.date}.${expense.id}`} none={words.nothing}>
				{(shown) => <Ticks place={place} queue={shown} />}
			</Paged>
		</>,
	);
}

const isOwn = ({ refusals }: Queued): boolean => refusals.some(({ code }) => code === 'forbidden');
const isTwice = ({ duplicates }: Queued): boolean =>
	duplicates.sameReceipt.length + duplicates.sameDayAndAmount.length > 0;
const isFine = (entry: Queued): boolean =>
	entry.refusals.length === 0 && entry.receipts.length > 0 && !isTwice(entry);

function Ticks({ place, queue }: { place: Place; queue: readonly Queued[] }) {
	const { c, say } = useReader();
	const words = useWords(MANY_WORDS);
	const fine = queue.filter(isFine).map(({ expense }) => expense.id);
	return (
		<form method="get" action={`${VERIFY}/many`}>
			<input type="hidden" name="company" value={place.companyId} />
			<Table
				caption={words.list}
				columns={[words.choose, words.person, words.purpose, words.amount, words.day, words.findings]}
				numeric={[3]}
				rows={queue.map((entry) => {
					const { expense } = entry;
					const amount = say.amount(expense.amountValue, expense.amountCurrency);
					return [
						!isOwn(entry) && (
							<input
								type="checkbox"
								name="id"
								value={expense.id}
								aria-label={words.chooseOne(nameIn(expense), amount)}
							/>
						),
						<bdi>
							<a href={`${VERIFY}/${expense.id}`}>{nameIn(expense)}</a>
						</bdi>,
						module(c.var.language, expense.module),
						<Money value={expense.amountValue} currency={expense.amountCurrency} />,
						<Day at={expense.date} />,
						<Marks entry={entry} />,
					];
				})}
			/>
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

/** Marks that a verifier needs to see before deciding on an expense with others. */
function Marks({ entry }: { entry: Queued }) {
	const words = useWords(MANY_WORDS);
	const rules = entry.refusals.filter(({ code }) => code !== 'forbidden');
	return (
		<>
			{isOwn(entry) && <Badge mood="calm">{words.own}</Badge>}
			{rules.length > 0 && <Badge mood="bad">{words.forbidden}</Badge>}
			{entry.receipts.length === 0 && <Badge mood="waiting">{words.noReceipt}</Badge>}
			{isTwice(entry) && <Badge mood="waiting">{words.duplicate}</Badge>}
		</>
	);
}
