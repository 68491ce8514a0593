// Mails of former days have their token behind the `#`, which no server sees: it goes to where ours have it.

const token = location.hash.slice(1);
if (/^[\w%-]{12,}$/.test(token)) location.replace(`${location.pathname}?token=${token}`);
