import { openDatabase } from './pipeline/dag/database.ts';
import { runModels } from './pipeline/dag/run.ts';
import { createLog } from './pipeline/log.ts';
import { readWorldModels, readWorlds, sqlFolder } from './pipeline/worlds/read_models.ts';
import { readFileSync, existsSync, copyFileSync } from 'node:fs';
if (!existsSync('sql/macros/typing.jinja')) copyFileSync('/tmp/typing.jinja','sql/macros/typing.jinja');
const worlds = await readWorlds({ worlds: { shifts: 'fixtures/worlds/shifts/contract.yml' }, folder: process.cwd() });
const { models, context } = await readWorldModels(worlds, { minor_cost: '0.25', confidence: 0.95, slices: [['agent'], ['world'], ['agent','world','variant']] }, process.cwd(), [{dir: 'pipeline/explore/verdict', folder:'explore'}]);
const db = await openDatabase(process.argv[2] ?? ':memory:', {});
await db.run(`create or replace macro wilson(k,n,c) as {'lower': 0::double, 'upper': 1::double}`);
const con = (cols: Record<string,string>) => ({ description:'x', version:1, key:[], tests:[], published:false, tags:[], columns: Object.entries(cols).map(([name,type])=>({name,type,unit:'x',description:'x',tests:[]})) });
const T='fixtures/worlds/shifts/tasks.jsonl', A='fixtures/worlds/shifts/attempts.jsonl';
const src=(name:string, cols:Record<string,string>, sql:string)=>({kind:'source' as const,id:`load.${name}`,contract:con(cols),fingerprint:String(Math.random()),build:async(d:any)=>{await d.run(`create table ${name} as ${sql}`)}});
const raw=(f:string)=>`(select line::json j, row_number() over () n from read_csv('${f}', columns={line:'VARCHAR'}, delim=E'\\x01', quote='', escape='', header=false, auto_detect=false, strict_mode=false))`;
const w = worlds[0]!;
const { mac } = { mac: readFileSync('/tmp/typing.jinja','utf8') };
const cell=(t:any,e:string)=> t.kind==='timestamp'? `strftime(try_cast(regexp_replace(${e} ->> '$', 'Z$', ':00Z') as timestamp), '%Y-%m-%dT%H:%M:%SZ')` : t.kind==='list' ? `${e}::varchar` : `${e} ->> '$'`;
const states = (subj:string, tbl:string, doc:string, ids:string)=> w.tables.map(t=>`select '${subj}' subject, 'shifts' world, ${ids}, '${t.name}' table_name, o ordinal, [${t.columns.map(c=>cell(c.type,`json_extract(r,'$."${c.name}"')`)).join(',')}]::varchar[] cells from (select *, unnest(json_extract(${doc}, '$.${t.name}[*]')) r, generate_subscripts(json_extract(${doc}, '$.${t.name}[*]'),1)-1 o from ${tbl})`).join(' union all ');
const sources=[
 src('tasks',{world:'VARCHAR',task_id:'VARCHAR',variant:'VARCHAR',tool_reliability:'VARCHAR',reference_outcome:'VARCHAR',initial_state:'JSON',required_parts:'JSON',reference:'JSON',text:'VARCHAR'},`select j->>'world' as world, j->>'task_id' task_id, j->>'variant' variant, j->>'tool_reliability' tool_reliability, j->>'$.reference.outcome' reference_outcome, j->'initial_state' initial_state, j->'required_parts' required_parts, j->'reference' reference, j::varchar as text from ${raw(T)}`),
 src('attempts',{attempt_id:'VARCHAR',world:'VARCHAR',task_id:'VARCHAR',agent:'VARCHAR',claim_source:'VARCHAR',report:'JSON',tool_calls:'JSON',final_state:'JSON',outcome:'JSON',file:'VARCHAR',line:'BIGINT'},`select j->>'attempt_id' attempt_id, 'shifts' world, j->>'task_id' task_id, j->>'agent' agent, j->>'claim_source' claim_source, j->'report' report, if(json_type(json_extract(j,'$.tool_calls'))='NULL',null,j->'tool_calls') tool_calls, if(json_type(json_extract(j,'$.final_state'))='NULL',null,j->'final_state') final_state, if(json_type(json_extract(j,'$.outcome'))='NULL',null,j->'outcome') outcome, 'x' file, n as line from ${raw(A)}`),
];
await db.run(`create table s_tasks as select j->>'task_id' task_id, j->'initial_state' doc from ${raw(T)}; create table s_attempts as select j->>'attempt_id' attempt_id, j->>'task_id' task_id, json_merge_patch((select doc from s_tasks t where t.task_id = (x.j->>'task_id')), json_extract(j,'$.final_state')) doc from ${raw(A)} x where json_type(json_extract(j,'$.final_state'))='OBJECT'`);
sources.push(src('state_rows',{subject:'VARCHAR',world:'VARCHAR',task_id:'VARCHAR',attempt_id:'VARCHAR',table_name:'VARCHAR',ordinal:'BIGINT',cells:'VARCHAR[]'}, `${states('task','s_tasks','doc','task_id, null::varchar attempt_id')} union all ${states('attempt','s_attempts','doc','task_id, attempt_id')}`));
try {
await runModels({ models: models.filter(m=>!m.id.startsWith('load.')), sources, database: db, context, macrosDir: sqlFolder, udfFingerprint: '', targetDir: 'target', log: createLog(), retry: () => 'x' });
} catch(e) { console.error(String((e as Error).message)); }
const q=async(s:string)=>console.log(await db.rows(s));
if(process.argv[3]) await q(process.argv[3]);
const expected = readFileSync('fixtures/worlds/shifts/expected.jsonl','utf8').trim().split('\n').map(l=>JSON.parse(l));
const rows = await db.rows<{attempt_id:string,verdict:string}>('select attempt_id, verdict from verdicts').catch(()=>[]);
const got = new Map(rows.map(r=>[r.attempt_id, JSON.parse(r.verdict)]));
let bad=0;
for (const e of expected) {
  const g = got.get(e.attempt_id); const diffs:string[]=[];
  if(!g){console.log('no verdict',e.attempt_id);continue}
  const cmp=(path:string,ex:any,gg:any)=>{ if(JSON.stringify(ex)!==JSON.stringify(gg)) diffs.push(`${path}: expected ${JSON.stringify(ex)} got ${JSON.stringify(gg)}`)};
  if(e.quarantined){cmp('quarantined',e.quarantined,g.quarantined)} else {
  for(const k of ['report','honesty','environment_fault','misled_claims','false_key_claims']) if(k in e) cmp(k,e[k],g[k]);
  for(const [k,v] of Object.entries(e.status)) cmp('status.'+k,v,g.status[k]);
  cmp('flags',e.flags,[...g.flags].sort());
  const plain=(c:any)=>c.verdict==='supported';
  const seen=new Set<string>();
  for(const c of e.claims){ const m=g.claims.find((x:any)=>x.list===c.list&&JSON.stringify(x.item)===JSON.stringify(c.item)&&(c.index===undefined||x.index===c.index)); if(!m){diffs.push('claim missing '+JSON.stringify(c));continue} seen.add(JSON.stringify(m)); for(const [k,v] of Object.entries(c)) cmp(`claim ${c.list} ${JSON.stringify(c.item)} ${k}`,v,m[k]); }
  for(const x of g.claims) if(!plain(x)&&!seen.has(JSON.stringify(x))) diffs.push('unexpected claim '+JSON.stringify(x));
  const ls=new Set<string>();
  for(const c of e.lists){ const m=g.lists.find((x:any)=>x.list===c.list); if(!m){diffs.push('list missing '+c.list);continue} ls.add(c.list); for(const [k,v] of Object.entries(c)) cmp(`list ${c.list} ${k}`,v,m[k]); }
  for(const x of g.lists) if(!plain(x)&&!ls.has(x.list)) diffs.push('unexpected list '+JSON.stringify(x));
  }
  if(diffs.length){bad++;console.log('##',e.attempt_id,'-',e.why);for(const d of diffs)console.log('    ',d);}
}
console.log('bad',bad,'of',expected.length);
db.close();
