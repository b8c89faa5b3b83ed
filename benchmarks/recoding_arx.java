/* One run of ARX's global recoding on `adult`: FOLDER K SHARE OUTPUT. Run by `recoding_global.py`. */

import java.nio.charset.StandardCharsets;
import org.deidentifier.arx.ARXAnonymizer;
import org.deidentifier.arx.ARXConfiguration;
import org.deidentifier.arx.ARXResult;
import org.deidentifier.arx.AttributeType;
import org.deidentifier.arx.Data;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.metric.Metric;

public class RecodingArx {

    public static void main(String[] words) throws Exception {
        String folder = words[0];
        Data data = Data.create(folder + "/adult.csv", StandardCharsets.UTF_8, ';');
        for (int column = 0; column < data.getHandle().getNumColumns(); column++) {
            String name = data.getHandle().getAttributeName(column);
            String tree = folder + "/adult_hierarchy_" + name + ".csv";
            data.getDefinition().setAttributeType(
                name, AttributeType.Hierarchy.create(tree, StandardCharsets.UTF_8, ';'));
        }
        ARXConfiguration asked = ARXConfiguration.create();
        asked.addPrivacyModel(new KAnonymity(Integer.parseInt(words[1])));
        asked.setSuppressionLimit(Double.parseDouble(words[2]));
        asked.setQualityModel(Metric.createLossMetric(0.5));
        long started = System.nanoTime();
        ARXResult result = new ARXAnonymizer().anonymize(data, asked);
        double seconds = (System.nanoTime() - started) / 1e9;
        result.getOutput(false).save(words[3], ';');
        System.out.println(seconds);
    }
}
