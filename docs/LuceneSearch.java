import java.io.BufferedReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.MMapDirectory;

/**
 * Lucene itself, set up as our OpenSearch index is: same words, analyser, query strings, k1 and b.
 *
 * Arguments: a file of pages (words, tab, words with broken ones; one page a line), a file of query
 * strings, a folder for the index, a file for the answers (numbers of pages, best first; one query a
 * line). Lucene 8 or 9; ranking_differences.py starts it.
 */
public class LuceneSearch {
    private static final String[] FIELDS = {"words", "broken_words"};

    public static void main(String[] arguments) throws Exception {
        BM25Similarity similarity = new BM25Similarity(1.2f, 0.75f);
        similarity.setDiscountOverlaps(false);
        MMapDirectory folder = new MMapDirectory(Paths.get(arguments[2]));
        write(Paths.get(arguments[0]), folder, similarity);
        try (DirectoryReader reader = DirectoryReader.open(folder);
                PrintStream answers = new PrintStream(arguments[3], "UTF-8")) {
            IndexSearcher searcher = new IndexSearcher(reader);
            searcher.setSimilarity(similarity);
            for (String query : Files.readAllLines(Paths.get(arguments[1]))) {
                answers.println(found(searcher, query));
            }
        }
    }

    private static Analyzer analyzer() {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer units = new WhitespaceTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, 1_000_000);
                Pattern atBars = Pattern.compile("([^|]+)");
                return new TokenStreamComponents(units, new PatternCaptureGroupTokenFilter(units, false, atBars));
            }
        };
    }

    private static void write(Path pages, MMapDirectory folder, BM25Similarity similarity) throws Exception {
        IndexWriterConfig settings = new IndexWriterConfig(analyzer());
        settings.setSimilarity(similarity);
        try (IndexWriter writer = new IndexWriter(folder, settings);
                BufferedReader lines = Files.newBufferedReader(pages)) {
            int place = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] texts = line.split("\t", -1);
                Document page = new Document();
                for (int i = 0; i < FIELDS.length; i++) {
                    if (!texts[i].isEmpty()) {
                        page.add(new TextField(FIELDS[i], texts[i], Field.Store.NO));
                    }
                }
                page.add(new NumericDocValuesField("place", place++));
                writer.addDocument(page);
            }
        }
    }

    private static String found(IndexSearcher searcher, String query) throws Exception {
        QueryParser parser = new QueryParser("words", analyzer());
        parser.setDefaultOperator(QueryParser.Operator.AND);
        parser.setAllowLeadingWildcard(true);
        parser.setMultiTermRewriteMethod(MultiTermQuery.SCORING_BOOLEAN_REWRITE);
        Sort order = new Sort(SortField.FIELD_SCORE, new SortField("place", SortField.Type.INT));
        StringBuilder places = new StringBuilder();
        for (ScoreDoc hit : searcher.search(parser.parse(query), Integer.MAX_VALUE - 1, order).scoreDocs) {
            places.append(((FieldDoc) hit).fields[1]).append(' ');
        }
        return places.toString();
    }
}
