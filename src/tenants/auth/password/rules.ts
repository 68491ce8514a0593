import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';

export interface PasswordOwner {
	email: string;
	firstName?: string | null | undefined;
	lastName?: string | null | undefined;
}

/** Refuses a password for a user who must use the identity provider. `email` is for starting that sign-in. */
export class CompanyAccountRequired extends Refusal<'company_account_required'> {
	readonly email: string;

	constructor(email: string) {
		super(
			'company_account_required',
			'Your company requires its identity provider, so you need no password. Sign in at /console/sign-in, or start at POST /api/v2/auth/sso.',
		);
		this.email = email;
	}
}

const SERVICE = 'zubrot';
const MIN_WORD_LENGTH = 3;
/** The number of characters that a password needs besides words that are known about its user. */
const MIN_OWN_LENGTH = 8;

const ROWS = [
	'abcdefghijklmnopqrstuvwxyz',
	'1234567890',
	'qwertyuiopasdfghjklzxcvbnm',
	'qwertzuiopasdfghjklyxcvbnm',
].map((row) => row.repeat(3));

/** Refuses passwords that attackers try first (NIST SP 800-63B, section 3.1.1.2). The contract checks the length. Any character is fine. */
export function requireGoodPassword(password: string, owner: PasswordOwner): void {
	const spelt = password.normalize('NFKC').toLowerCase();
	const plain = lettersAndDigits(spelt);
	if (isCommon(plain) || repeatsItself(spelt) || isRow(plain)) {
		throw invalidField(
			'password',
			'too_common',
			'password is too common, or only repeats or counts characters.',
		);
	}
	if (isAboutOwner(plain, owner)) {
		throw invalidField(
			'password',
			'personal',
			'password must contain more than the e-mail address, the name or the name of this service.',
		);
	}
}

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** True when the text consists of repetitions of one piece. The last one may be incomplete. */
function repeatsItself(text: string): boolean {
	for (let length = 1; length <= text.length / 2; length++) {
		if (text.slice(length) === text.slice(0, -length)) return true;
	}
	return false;
}

const isRow = (plain: string): boolean => {
	const backwards = [...plain].reverse().join('');
	return ROWS.some((row) => row.includes(plain) || row.includes(backwards));
};

function isAboutOwner(plain: string, { email, firstName, lastName }: PasswordOwner): boolean {
	const [name = '', domain = ''] = email.split('@');
	const parts = [email, name, ...name.split(/[^\p{L}\p{N}]/u), domain.split('.')[0], firstName, lastName];
	const words = [...parts, SERVICE]
		.map((part) => lettersAndDigits((part ?? '').normalize('NFKC').toLowerCase()))
		.filter((word) => word.length >= MIN_WORD_LENGTH)
		.sort((a, b) => b.length - a.length);
	const own = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
	return own !== plain && own.length < MIN_OWN_LENGTH;
}

/** OWASP recommends N = 2^14, r = 8, p = 5 for 16 MiB of memory. */
const COST = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Returns the hash of a good password, or null if none was given. */
export async function hashGiven(
	password: string | null | undefined,
	owner: PasswordOwner,
): Promise<string | null> {
	if (!password) return null;
	requireGoodPassword(password, owner);
	return hashPassword(password);
}

/** Returns a PHC string (`$scrypt$ln=…,r=…,p=…$salt$key`). It contains the cost, so that the cost of later hashes can be raised. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, scryptOptions(COST));
	return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(key)}`;
}

/** Without a hash it does the same work, so that the response time does not reveal which accounts exist. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
	const { cost, salt, key } = parsePhc(phc ?? NOBODY);
	const derived = await derive(password.normalize('NFKC'), salt, key.length, scryptOptions(cost));
	return timingSafeEqual(derived, key) && phc !== null;
}

/** A well-formed hash that fits no password. */
const NOBODY = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function parsePhc(phc: string) {
	const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
	if (match === null) throw new Error('A stored password hash is not a scrypt PHC string');
	const [, ln, r, p, salt = '', key = ''] = match;
	return {
		cost: { ln: Number(ln), r: Number(r), p: Number(p) },
		salt: Buffer.from(salt, 'base64'),
		key: Buffer.from(key, 'base64'),
	};
}

const scryptOptions = ({ ln, r, p }: typeof COST): ScryptOptions => ({
	N: 2 ** ln,
	r,
	p,
	maxmem: 256 * 2 ** ln * r,
});

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/**
 * Common passwords of at least 12 characters, in lower case, letters and digits only. From
 * @zxcvbn-ts/language-common 4.1.3, copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts,
 * MIT licence.
 */
const COMMON = `
010203040506 012345678910 014702580369 01telemike01 050605rostik 102030405060 1111111111zz 111222333000
111222333444555 112233445566 122333444455555 123123qweqwe 123321123321 123321456654 123321qweewq
123456654321 12345677654321 123456782000 1234567887654321 123456789000 12345678900987654321 123456789012
1234567890987654321 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890zzz 123456789101
123456789123 1234567892000 12345678987654321 123456789987654321 123456789aaa 123456789abc 123456789asd
123456789qaz 123456789qqq 123456789qwe 123456789qwer 123456789qwerty 123456789zxc 1234567qwertyu
123456qwerty 123456zxcvbn 1234qwerasdf 1234qwerasdfzxcv 123ewqasdcxz 123qwe123qwe 123qwe456rty
123qweasdzxc 123qwerty123 12qw34er56ty 159753159753 159753456852 193570356033 19960610ilja 1a2a3a4a5a6a
1a2s3d4f5g6h 1q2w3e4r5t6y 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc
1qazxsw23edcvfr4 23176djivanfros 23wkoa0fp78dk 31217221027711 32615948worms 41d8cd98f00b 420842084208555
4815162342lf 4815162342lost 541233432442 59382113kevinp 6215mila6215 742617000027 89063032220m
89231243658s 89876065093rax 89semtsriuty a1s2d3f4g5h6 abc123456789 admin18533362 administrator
aksjdlasdakj89879 alpha135792468 amadeusptfcor an83546921an13 andrewjackie antananarivu anytimetoday
asd123asd123 asdfgh123456 asdfghjkl123 auckland2010 avrillavigne badiman28200 bhrh0h2oof6xbqjeh
blacksonblon bltynbabrfwbz boy4u2ownnyc bpgjldsgjldthnf bullnuts2003 businessbabe cheeseburger
chesterfield chickenwing101 christopher1 civilization cjdthitycndj cnfc35762209 combat123654 configuratio
construction contortionist corperfmonsy cosmopolitan counterstrike devilmaycry4 digitalprodu dkflbvbhjdbx
dkflbvbhjdyf domainlock2005 edwardcullen entertainment fatima753357 finalfantasy findaupair007
fkmnthyfnbdf fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf flvbybcnhfnjh foreveryoung frederiksberg
fucktheworld fuckyoubitch fynfyfyfhbde gfhfktkjuhfv gfhjkmgfhjkm ghbdtnghbdtn ghbdtnrfrltkf ghhh47hj7649
ghjatccbjyfk ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjqgfhjkm ghjcnjrdfibyj ghjnbdjcnjzybt
ghtdtlvtldtl gjkysqgbpltw greenlantern gthtrfnbgjkt gtnhjpfdjlcr hd764nw5d7e1vb1 hd764nw5d7e1vbv
hedimaptfcor iampurehaha2 iloveboobies ilovemyfamily ingodwetrust installdevic installsqlst intelligence
international ipo54tj45uy856 iseedeadpeople jamesbond007 josephphone7 justinbieber ktjynsq40147
leavemealone lhbjkjubz2957704 lost4815162342 love777321777 lytdybrbdfvgbhf lytghjgtnhjdcr mailcreated5240
maprchem56458 marinamarina massimiliano masterbaiting masterbating masturbation maurolarastefy
mevefalkcakk michaeljackson minecraft123 momsanaladventure morganstanley mortalkombat motherfucker
msoracle32re msorcloledbr nastyanastya necronomicon needforspeed neepodchehyl nemvxyheqdd5oqxyxyzi
networkingpe newproject2004 nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123 nhfycajhvths nick1234rem936
nightcrawler nondriversig ntktdbpjh1994 olcrackmaster ontheoutside paraklast1974 password1234
passwordassword passwordpassword passwordstandard peanutbutter pfqwtd27121988 philadelphia playstation2
playstation3 polniypizdec0211 polniypizdec1102 polniypizdec110211 pornographic professional ptybnxtvgbjy
punksnotdead q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsedrftgyh qaz123wsx456
qazwsx123456 qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxswedc123 qazxswedcvfr
qwaszxerdfcv qwe123qwe123 qweasdzxc123 qwerasdfzxcv qwertasdfgzxcvb qwerty123456 qwerty123456789
qwertyasdfgh qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyytrewq residentevil
rfnthbyf1988 ronaldinho10 sanfrancisco satisfaction saun24865709 scandinavian schoolgirlie sdicmt7seytn
seemnemaailm sojdlg123aljg sonnenschein sonyericsson specialinsta stickdaddy77 stinkyfinger stratocaster
supernatural systemofadown temppassword thecakeisalie ticketmaster transformers unbelievable vanyarespekt
vfhbyfvfhbyf vfrcbvvfrcbv vfvfvskfhfve vladimirovna warhammer40k wazzkaprivet websolutions websolutionssu
webuivalidat weihnachtsbau weihnachtsbaum whosyourdaddy xxxp455w0rd5 z1x2c3v4b5n6 z1x2c3v4b5n6m7
zaq12wsxcde3 zaq1xsw2cde3 zaqwsxcderfv zcfvfzkexifz zqjphsyf6ctifgu zxcasdqwe123 zxcvbn123456
zxcvbnm123456789 zxcvbnmmnbvcxz
`;

let known: ReadonlySet<string> | undefined;

function isCommon(plain: string): boolean {
	known ??= new Set(COMMON.trim().split(/\s+/));
	return known.has(plain);
}
