import { listReceipts } from '../../expenses/receipts/actions.ts';
import type { Receipt } from '../../expenses/receipts/store.ts';
import type { Context } from '../env.ts';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Empty, Panel } from '../parts.tsx';
import { addressOfReceipt, formatOf, isPicture } from '../receipt-file.ts';
import { WORDS } from './words.ts';

/** All receipts of one expense. */
export async function showReceipts(c: Context): Promise<Response> {
	const words = WORDS[c.var.language];
	const receipts = await listReceipts(c.var.call, c.req.param('expenseId') ?? '');
	const content = (
		<>
			<Heading title={words.receipts} />
			<Panel>
				<Receipts receipts={receipts} />
			</Panel>
		</>
	);
	return page(c, { title: words.receipts, scripts: ['verify.js'] }, content);
}

/** Shows pictures in the page, and links to files that open in a tab of their own. */
export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	if (receipts.length === 0) return <Empty>{words.noReceipt}</Empty>;
	return receipts.map((receipt, index) => {
		const name = words.receipt(index + 1, receipts.length);
		const address = addressOfReceipt(receipt);
		return (
			<figure class="receipt">
				<figcaption>
					{isPicture(receipt) && (
						<span class="tools" data-scripted hidden>
							<button type="button" data-look="larger" aria-keyshortcuts="z">
								{words.larger} <Key of="z" />
							</button>
							<button type="button" data-look="turn" aria-keyshortcuts="t">
								{words.turn} <Key of="t" />
							</button>
						</span>
					)}
					<span class="hint">
						{name} · {formatOf(receipt)} · {say.number(Math.ceil(receipt.size / 1000))} kB
					</span>
					<a href={address} target="_blank" rel="noopener" aria-keyshortcuts="o">
						{words.open} <Key of="o" />
					</a>
				</figcaption>
				{isPicture(receipt) && (
					<section class="sheet" tabindex={0} aria-label={name}>
						<img src={address} alt={name} />
					</section>
				)}
			</figure>
		);
	});
}

/** The key for an action, shown where keys are in use. */
export const Key = ({ of: name }: { of: string }) => (
	<span class="key" aria-hidden="true">
		{name}
	</span>
);

/** Loads the next receipts early. The browser loads pictures, and the script loads other files. */
export const Ahead = ({ receipts }: { receipts: readonly Receipt[] }) =>
	receipts.map((receipt) =>
		isPicture(receipt) ? (
			<img src={addressOfReceipt(receipt)} alt="" fetchpriority="low" hidden />
		) : (
			<span data-ahead={addressOfReceipt(receipt)} hidden />
		),
	);
