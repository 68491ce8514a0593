import { listPlannedVouchers } from '../../benefits/goodies/plans/actions.ts';
import { listIssuedVouchers } from '../../benefits/goodies/vouchers/actions.ts';
import type { Context } from '../env.ts';
import { titledPage, useReader } from '../page.tsx';
import { Empty, Money, Panel } from '../parts.tsx';
import { reading } from '../visit.ts';
import { ownId } from './receipts.tsx';
import { WORDS } from './words.ts';

const MAX_SHOWN = 200;

export async function showVouchers(c: Context) {
	const [call, id, words] = [reading(c), ownId(c), WORDS[c.var.language]];
	const [planned, issued] = await Promise.all([
		listPlannedVouchers(call, id),
		listIssuedVouchers(call, id, '', MAX_SHOWN),
	]);
	return titledPage(c, { title: words.vouchers }, <Vouchers planned={planned} issued={issued} />);
}

type Planned = Awaited<ReturnType<typeof listPlannedVouchers>>;
type Issued = Awaited<ReturnType<typeof listIssuedVouchers>>;

function Vouchers({ planned, issued }: { planned: Planned; issued: Issued }) {
	const { say, words } = useReader(WORDS);
	const toCome = planned.filter(({ nextDate }) => nextDate !== null);
	const sentenceOf = ({ amountValue, amountCurrency, interval, nextDate }: Planned[number]) => {
		const [amount, day] = [say.amount(amountValue, amountCurrency), say.day(nextDate ?? 0)];
		return interval === 'MONTHLY' ? words.monthly(amount, day) : words.special(amount, day);
	};
	return (
		<>
			<Panel title={words.planned}>
				{toCome.length === 0 && <Empty>{words.noPlans}</Empty>}
				<ul class="rows">
					{toCome.map((plan) => (
						<li>
							{sentenceOf(plan)}
							{plan.validUntil !== null && <small>{words.untilDay(say.day(plan.validUntil))}</small>}
						</li>
					))}
				</ul>
			</Panel>
			<Panel title={words.issued}>
				{issued.length === 0 && <Empty>{words.noVouchers}</Empty>}
				<ul class="rows">
					{[...issued].reverse().map((voucher) => (
						<li>
							{say.day(voucher.dueDate)}
							<Money value={voucher.amountValue} currency={voucher.amountCurrency} />
						</li>
					))}
				</ul>
			</Panel>
		</>
	);
}
