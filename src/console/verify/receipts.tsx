import { listReceipts, readReceipt } from '../../expenses/receipts/actions.ts';
import type { Receipt } from '../../expenses/receipts/store.ts';
import { BASE, type Context } from '../env.ts';
import { Heading, page, useReader } from '../page.tsx';
import { Empty, Panel } from '../parts.tsx';
import { WORDS } from './words.ts';

/** A file of somebody else runs nothing here. What shows a PDF in a browser is an object with a style of its own. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PICTURE_POLICY = `${NOTHING}; sandbox`;
const PDF_POLICY = `${NOTHING}; object-src 'self'; style-src 'unsafe-inline'`;

const isPicture = ({ mediaType }: Receipt): boolean => mediaType.startsWith('image/');

const addressOfReceipt = ({ expenseId, id }: Receipt): string => `${BASE}/receipts/${expenseId}/${id}`;

/** A receipt as its first bytes say what it is. The browser of this session alone keeps it, until the verifier comes to it. */
export async function answerReceipt(c: Context): Promise<Response> {
	const { expenseId = '', receiptId = '' } = c.req.param();
	const { receipt, content } = await readReceipt(c.var.call, c.env.RECEIPTS, expenseId, receiptId);
	c.set('contentPolicy', isPicture(receipt) ? PICTURE_POLICY : PDF_POLICY);
	return c.body(content, 200, {
		'Content-Type': receipt.mediaType,
		'Content-Disposition': `inline; filename="receipt-${receipt.id}.${formatOf(receipt).toLowerCase()}"`,
		'Cache-Control': 'private, max-age=120',
		Vary: 'Cookie',
	});
}

const formatOf = ({ mediaType }: Receipt): string => mediaType.replace(/.*\//, '').toUpperCase();

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

/** Pictures to look at, and links to what opens in a tab of its own. */
export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	if (receipts.length === 0) return <Empty>{words.noReceipt}</Empty>;
	return receipts.map((receipt, index) => {
		const name = words.receipt(index + 1, receipts.length);
		const address = addressOfReceipt(receipt);
		return (
			<figure class="receipt">
				<figcaption>
					{isPicture(receipt) && (
						<span class="tools" data-scripted hidden>
							<button type="button" data-look="larger">
								{words.larger}
							</button>
							<button type="button" data-look="turn">
								{words.turn}
							</button>
						</span>
					)}
					<span class="hint">
						{name} · {formatOf(receipt)} · {say.number(Math.ceil(receipt.size / 1000))} kB
					</span>
					<a href={address} target="_blank" rel="noopener">
						{words.open}
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

/** Loads the pictures of what comes next, so that they are there at once. */
export const Ahead = ({ receipts }: { receipts: readonly Receipt[] }) =>
	receipts
		.filter(isPicture)
		.map((receipt) => <img src={addressOfReceipt(receipt)} alt="" fetchpriority="low" hidden />);
